// paths: Matrix.get 4
public class Matrix {
    private final double[][] values;
    private final int[] flat;
    private final int width;

    public Matrix(int width, int height) {
        this.values = new double[height][width];
        this.flat = new int[width * height];
        this.width = width;
    }

    public int get(int row, int column) {
        if (column >= width || column < 0) {
            throw new IndexOutOfBoundsException("column " + column);
        }
        return flat[row * width + column];
    }

    public double norm() {
        double sum = 0;
        for (double[] row : values) {
            for (double v : row) {
                sum += v * v;
            }
        }
        return Math.sqrt(sum);
    }
}
