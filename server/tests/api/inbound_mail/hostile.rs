//! Mail that tries to run something, or to block the reading of other mail.

use super::*;

#[tokio::test]
async fn hostile_mail_runs_nothing_and_blocks_nothing() {
    let Some(site) = Site::start(&[]).await else { return };
    let answer = site.in_reply_to();
    let with = |fields: &str| format!("{answer}{fields}");
    let multipart = with("Content-Type: multipart/mixed; boundary=x\r\n");
    let html = "<script>alert(1)</script><style>p{}</style><p onclick=x>Olá <img src=https://x.example/y.gif>mundo</p>";
    let part = "--x\r\nContent-Type: text/html\r\n\r\n<b>parte</b>\r\n";
    let nested = "Content-Type: message/rfc822\r\n\r\n";
    let deep: String = (0..200)
        .map(|level| format!("Content-Type: multipart/mixed; boundary=b{level}\r\n\r\n--b{level}\r\n"))
        .collect();
    let program = "--x\r\nContent-Type: text/plain\r\n\r\nVeja.\r\n--x\r\nContent-Type: application/pdf; name=\"nota.pdf.exe\"\r\n\r\nMZ\r\n--x--";
    let mut broken = mail(SENDER, &with("Content-Type: text/plain; charset=x-nenhum\r\n"), "ol").into_bytes();
    broken.extend(b"\xe1\xff\x00\x1b[2J mundo");
    let mails: Vec<Vec<u8>> = vec![
        mail(SENDER, &with("Content-Type: text/html; charset=utf-8\r\n"), html).into(),
        mail(SENDER, &multipart, &part.repeat(1000)).into(),
        mail(SENDER, &multipart, &part.repeat(20_000)).into(),
        mail(SENDER, &with(nested.trim_end()), &nested.repeat(5_000)).into(),
        mail(SENDER, &with(""), &deep).into(),
        mail(SENDER, &multipart, program).into(),
        broken,
        mail(SENDER, &with(""), &"x".repeat(26 << 20)).into(),
        vec![0xff; 5000],
        Vec::new(),
    ];
    let filed = mails.len() - 2;
    for hostile in mails {
        site.dovecot.deliver(hostile);
    }
    site.receive(mail(SENDER, &answer, "Uma mensagem normal.")).await;
    let messages = site.messages().await;
    let texts: Vec<&str> = messages.iter().map(|message| message["text"].as_str().unwrap()).collect();
    assert_eq!(messages.len(), filed + 1, "{texts:?}");
    assert!(texts.contains(&"Uma mensagem normal."));
    assert!(texts.contains(&"Olá mundo"), "HTML is shown as text: {texts:?}");
    let all = texts.join(" ");
    assert!(!all.contains("alert(1)") && !all.contains(['\0', '\u{1b}']), "{all}");
    let count = |name: &str| messages.iter().filter(|message| message[name] == true).count();
    assert!(
        count("is_too_large") >= 3,
        "the mail with 26 MB, and the ones with 20,000 parts and 5,000 messages"
    );
    let with_program = messages.iter().find(|message| message["text"] == "Veja.").expect("filed");
    assert_eq!((&with_program["attachments"], &with_program["omitted_attachments"]), (&json!([]), &json!(1)));
}
