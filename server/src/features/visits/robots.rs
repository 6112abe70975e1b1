//! Classifies user agents: whether it is a robot, and the class of the device.

use sea_orm::entity::prelude::{DeriveActiveEnum, EnumIter};

/// Parts of the user agents of robots, in lowercase: search engines, link previews, monitors, HTTP libraries, automated
/// browsers.
const ROBOTS: [&str; 64] = [
    "ahrefs",
    "apache-httpclient",
    "axios",
    "barracuda",
    "bitlybot",
    "bot",
    "bytespider",
    "catchpoint",
    "chatgpt",
    "checkly",
    "claude",
    "cloudflare",
    "cohere-ai",
    "crawl",
    "curl",
    "datadog",
    "dataprovider",
    "electron",
    "embedly",
    "facebookexternalhit",
    "feed",
    "fetch",
    "go-http-client",
    "google-extended",
    "google-inspectiontool",
    "google-read-aloud",
    "googleother",
    "gtmetrix",
    "headless",
    "http_request",
    "httpx",
    "ia_archiver",
    "java/",
    "libwww",
    "lighthouse",
    "mediapartners-google",
    "monitor",
    "newrelic",
    "nikto",
    "node",
    "okhttp",
    "page speed",
    "pagespeed",
    "perplexity",
    "phantomjs",
    "pingdom",
    "playwright",
    "preview",
    "puppeteer",
    "python",
    "ruby",
    "scan",
    "scrap",
    "selenium",
    "site24x7",
    "slurp",
    "spider",
    "statuscake",
    "uptime",
    "validator",
    "webdriver",
    "wget",
    "yandeximages",
    "zgrab",
];
/// Start of a web address. Robots name a page about themselves; browsers name none.
const ADDRESSES: [&str; 2] = ["http://", "https://"];

/// Returns whether a user agent belongs to a robot. Every browser sends a user agent, so an empty one counts as a robot.
#[must_use]
pub fn is_robot(user_agent: &str) -> bool {
    let name = user_agent.to_ascii_lowercase();
    // Cubot is a brand of phones, not a bot.
    let name = name.replace("cubot", "");
    !name.starts_with("mozilla/") && !name.starts_with("opera/")
        || ROBOTS.iter().chain(&ADDRESSES).any(|part| name.contains(part))
}

/// Class of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "snake_case")]
pub enum Device {
    Desktop,
    Mobile,
    Tablet,
}

impl Device {
    /// Returns the device class of a user agent. An iPad that requests desktop pages counts as a desktop.
    #[must_use]
    pub fn of(user_agent: &str) -> Self {
        let has = |part| user_agent.contains(part);
        if has("iPad") || has("Tablet") || has("Android") && !has("Mobile") {
            Self::Tablet
        } else if has("Mobi") {
            Self::Mobile
        } else {
            Self::Desktop
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHROME: &str = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
    const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
    const GALAXY: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
    const ANDROID_TABLET: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
    const IPAD: &str = "Mozilla/5.0 (iPad; CPU OS 15_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.5 Mobile/15E148 Safari/604.1";
    const FIREFOX: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

    #[test]
    fn browsers_have_a_device_class() {
        for (user_agent, device) in [
            (CHROME, Device::Desktop),
            (FIREFOX, Device::Desktop),
            (IPHONE, Device::Mobile),
            (GALAXY, Device::Mobile),
            (
                "Mozilla/5.0 (Linux; Android 9; CUBOT_P30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/95.0 Mobile Safari/537.36",
                Device::Mobile,
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 400.0",
                Device::Mobile,
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
                Device::Desktop,
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
                Device::Desktop,
            ),
            ("Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0", Device::Mobile),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36",
                Device::Mobile,
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.111 Mobile Safari/537.36 Instagram 401.0.0.48.79 Android (34/14; 480dpi; 1080x2115; samsung; SM-S918B; dm3q; qcom; pt_BR; 803153459; IABMV/1)",
                Device::Mobile,
            ),
            (
                "Mozilla/5.0 (Linux; Android 13; moto g52 Build/T1SRS33.72-22-4-11; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.111 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/535.0.0.48.74;IABMV/1;]",
                Device::Mobile,
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/535.0.0.36.102;FBBV/803214567;FBDV/iPhone15,3;FBMD/iPhone;FBSN/iOS;FBSV/18.5;FBSS/3;FBID/phone;FBLC/pt_BR;FBOP/5;FBRV/0]",
                Device::Mobile,
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-A546E Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/141.0.7390.111 Mobile Safari/537.36 WhatsApp/2.25.30.73",
                Device::Mobile,
            ),
            (IPAD, Device::Tablet),
            (ANDROID_TABLET, Device::Tablet),
        ] {
            assert!(!is_robot(user_agent), "{user_agent}");
            assert_eq!(Device::of(user_agent), device, "{user_agent}");
        }
    }

    #[test]
    fn known_robots_are_recognized() {
        for user_agent in [
            "",
            "curl/8.5.0",
            "python-requests/2.32.3",
            "Go-http-client/2.0",
            "WhatsApp/2.23.20.0",
            "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
            "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
            "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
            "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
            "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot",
            "Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
            "Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)",
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
            "Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse",
            "Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)",
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.0.0 Safari/537.36 StatusCake",
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/123.0.0.0 Safari/537.36 Site24x7",
            "Mozilla/5.0 (compatible; cohere-ai/1.0)",
            "Mozilla/5.0 (compatible; Qwantify/2.4w; +https://www.qwant.com/)/2.4w",
            "Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)",
            "Mozilla/5.0 (compatible; proximic; +https://www.comscore.com/Web-Crawler)",
            "Mozilla/5.0 (compatible; Mastodon/4.3.1; +https://mastodon.social/)",
            "Mozilla/5.0 (compatible; Barracuda Sentinel (EE))",
            "Mozilla/5.0 (compatible; Unknown/1.0; +https://exemplo.com.br/sobre)",
            "Mozilla/5.0 (compatible; Unknown/1.0; http://exemplo.com.br)",
            "Mozilla/5.0+(compatible; Pingdom.com_bot_version_1.4_(http://www.pingdom.com/))",
        ] {
            assert!(is_robot(user_agent), "{user_agent}");
        }
    }
}
