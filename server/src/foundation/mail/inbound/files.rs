//! The files in a mail.

use mail_parser::{ContentType, Message, MessagePart, MimeHeaders};

use super::header::line;
use crate::platform::text::file_name;

/// Maximum number of attachments. Further ones are left out.
const MAX_ATTACHMENTS: usize = 20;
/// Ends of the names of files that are accepted as attachments: documents, pictures and tables. No browser or desktop runs them.
const FILE_TYPES: [&str; 21] = [
    "pdf", "jpg", "jpeg", "png", "webp", "gif", "heic", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt",
    "ods", "odp", "rtf", "txt", "csv", "xml", "zip",
];
/// Maximum size in bytes of a picture inside of the text that counts as decoration, such as the logo in a signature.
const MAX_DECORATION: usize = 20 << 10;

/// A file in a mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    pub name: String,
    /// The type that the sender declared.
    pub content_type: String,
    pub bytes: Vec<u8>,
}

/// Returns the attachments, and the number of those that were left out. The parts of a report aren't attachments.
pub(super) fn attachments(message: &Message<'_>) -> (Vec<Attachment>, usize) {
    if message.root_part().is_content_type("multipart", "report") {
        return (Vec::new(), 0);
    }
    let files = message.attachments().filter(|part| !is_decoration(part));
    let (mut accepted, mut omitted) = (Vec::new(), 0);
    for part in files {
        let name = file_name(part);
        let is_accepted =
            name.rsplit_once('.').is_some_and(|(_, end)| FILE_TYPES.contains(&&*end.to_lowercase()));
        if is_accepted && accepted.len() < MAX_ATTACHMENTS {
            let bytes = part.contents().to_vec();
            accepted.push(Attachment { name, content_type: content_type(part), bytes });
        } else {
            omitted += 1;
        }
    }
    (accepted, omitted)
}

/// Returns whether a part is a small picture inside of the text.
fn is_decoration(part: &MessagePart<'_>) -> bool {
    let is_attached = part.content_disposition().is_some_and(ContentType::is_attachment);
    let is_picture =
        part.content_type().is_some_and(|declared| declared.ctype().eq_ignore_ascii_case("image"));
    is_picture && !is_attached && part.content_id().is_some() && part.contents().len() <= MAX_DECORATION
}

/// Returns the clean name of a part. A part without a name gets one.
fn file_name(part: &MessagePart<'_>) -> String {
    let name = file_name::clean_or_empty(part.attachment_name().unwrap_or_default());
    if !name.is_empty() {
        return name;
    }
    match &*content_type(part) {
        "image/jpeg" => "imagem.jpg".to_owned(),
        "image/png" => "imagem.png".to_owned(),
        "application/pdf" => "anexo.pdf".to_owned(),
        _ => "anexo".to_owned(),
    }
}

fn content_type(part: &MessagePart<'_>) -> String {
    let Some(declared) = part.content_type() else { return "application/octet-stream".to_owned() };
    line(&format!("{}/{}", declared.ctype(), declared.subtype().unwrap_or("octet-stream"))).to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{super::parse::InboundMail, *};

    fn parse(header: &str, body: &str) -> InboundMail {
        InboundMail::parse(format!("{}\r\n\r\n{body}", header.replace('\n', "\r\n")).as_bytes())
    }

    #[test]
    fn attachments_have_clean_names_and_are_limited() {
        let part = |name: &str| {
            format!(
                "--x\r\nContent-Type: application/pdf; name=\"{name}\"\r\nContent-Disposition: attachment; filename=\"{name}\"\r\n\
                 Content-Transfer-Encoding: base64\r\n\r\nJVBERg==\r\n"
            )
        };
        let header = "From: ana@exemplo.com.br\nContent-Type: multipart/mixed; boundary=x";
        let text = "--x\r\nContent-Type: text/plain\r\n\r\nSegue.\r\n";
        let mail = parse(header, &format!("{text}{}{}--x--", part("../../etc/nota fiscal.pdf"), part("")));
        assert_eq!(mail.text, "Segue.");
        let names: Vec<&str> = mail.attachments.iter().map(|file| &*file.name).collect();
        assert_eq!(names, ["nota fiscal.pdf", "anexo.pdf"]);
        let hidden = parse(header, &format!("{text}{}--x--", part("fatura\u{202e}\u{200b}fdp.zip")));
        assert_eq!(hidden.attachments[0].name, "faturafdp.zip");
        let long = parse(header, &format!("{text}{}--x--", part(&format!("{}.pdf", "a".repeat(300)))));
        assert!(long.attachments[0].name.ends_with("a.pdf"), "{:?}", long.attachments);
        let program = parse(header, &format!("{text}{}--x--", part("fatura.pdf.exe")));
        assert_eq!((program.attachments.len(), program.omitted_attachments), (0, 1));
        assert_eq!(
            (&*mail.attachments[0].bytes, &*mail.attachments[0].content_type),
            (&b"%PDF"[..], "application/pdf")
        );
        let many = parse(header, &format!("{text}{}--x--", part("a.pdf").repeat(1000)));
        assert_eq!((many.attachments.len(), many.omitted_attachments), (MAX_ATTACHMENTS, 980));
    }
}
