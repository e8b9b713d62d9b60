//! A headless Chromium driven over WebDriver (W3C), as far as the tests need
//! it. Debian: chromium, chromium-driver.

use serde_json::{json, Value};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub struct Browser {
    driver: Child,
    session: String,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts the driver on a free port, and a browser with a new profile.
    pub fn start() -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts (scripts/setup.sh installs chromium-driver)");
        let out = BufReader::new(driver.stdout.take().expect("its output"));
        let port = out
            .lines()
            .map_while(Result::ok)
            .find_map(|l| {
                let (_, rest) = l.split_once("successfully on port ")?;
                rest.trim_end_matches('.').parse::<u16>().ok()
            })
            .expect("a port");
        let profile = tempfile::tempdir().expect("a profile");
        let mut browser = Browser {
            driver,
            session: format!("http://127.0.0.1:{port}/session"),
            _profile: profile,
        };
        let profile = browser._profile.path().display();
        let args = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--force-device-scale-factor=1",
            "--window-size=1400,900",
            &format!("--user-data-dir={profile}"),
        ];
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": args},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let answer = browser.post("", wanted);
        let id = answer["sessionId"].as_str().expect("a session");
        browser.session = format!("{}/{id}", browser.session);
        browser
    }

    fn post(&self, path: &str, body: Value) -> Value {
        let url = format!("{}{path}", self.session);
        let mut answer = ureq::post(&url)
            .config()
            .http_status_as_error(false)
            .build()
            .send_json(&body)
            .expect("the driver answers");
        let mut answer: Value = answer.body_mut().read_json().expect("JSON");
        let value = answer["value"].take();
        assert!(value.get("error").is_none(), "{path}: {value}");
        value
    }

    /// Opens a file; `hash` is the state that the address carries.
    pub fn open(&self, file: &Path, hash: &str) {
        // A new document also when only the hash differs.
        self.post("/url", json!({"url": "about:blank"}));
        let url = format!("file://{}#{hash}", file.display());
        self.post("/url", json!({ "url": url }));
    }

    pub fn script(&self, code: &str) -> Value {
        self.post("/execute/sync", json!({"script": code, "args": []}))
    }

    /// Waits until the script is true, at most ten seconds.
    pub fn wait(&self, code: &str) {
        let end = Instant::now() + Duration::from_secs(10);
        while self.script(code) != json!(true) {
            assert!(Instant::now() < end, "never true: {code}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn element(&self, css: &str) -> String {
        let found = self.post("/element", json!({"using": "css selector", "value": css}));
        let id = found.as_object().and_then(|o| o.values().next());
        id.and_then(Value::as_str).expect("an element").to_string()
    }

    pub fn click(&self, css: &str) {
        let id = self.element(css);
        self.post(&format!("/element/{id}/click"), json!({}));
    }

    pub fn click_at(&self, x: &Value, y: &Value) {
        let whole = |v: &Value| v.as_f64().expect("a coordinate").round();
        let actions = json!({"actions": [{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "duration": 0, "x": whole(x), "y": whole(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]}]});
        self.post("/actions", actions);
    }

    /// The text of an element with its white space folded.
    pub fn text(&self, css: &str) -> String {
        let code = format!("return document.querySelector({}).innerText", json!(css));
        let text = self.script(&code);
        let text = text.as_str().unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Sets a field and tells the page.
    pub fn set(&self, css: &str, value: &str, event: &str) {
        self.script(&format!(
            "const e = document.querySelector({}); e.value = {}; e.dispatchEvent(new Event({}))",
            json!(css),
            json!(value),
            json!(event)
        ));
    }

    /// The node whose details are shown.
    pub fn selected(&self) -> u64 {
        let id = self.script("return Number(document.querySelector('#details').dataset.node)");
        id.as_u64().expect("a node")
    }

    pub fn resize(&self, width: u32, height: u32) {
        self.post("/window/rect", json!({"width": width, "height": height}));
    }

    /// What the page wrote to its console.
    pub fn errors(&self) -> Value {
        let log = self.post("/se/log", json!({"type": "browser"}));
        json!(log
            .as_array()
            .map(|l| l.iter().map(|e| &e["message"]).collect::<Vec<_>>()))
    }

    /// Keeps a picture for people to look at, in the folder of test files.
    pub fn screenshot(&self, name: &str) {
        let answer = ureq::get(&format!("{}/screenshot", self.session)).call();
        let mut answer = answer.expect("a picture");
        let value: Value = answer
            .body_mut()
            .with_config()
            .limit(64 << 20)
            .read_json()
            .expect("JSON");
        let text = value["value"].as_str().expect("base64");
        let bytes =
            base64::Engine::decode(&base64::prelude::BASE64_STANDARD, text).expect("base64");
        assert!(bytes.starts_with(b"\x89PNG"));
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(file, bytes).expect("written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = ureq::delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
