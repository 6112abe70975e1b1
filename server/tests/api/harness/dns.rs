//! A name server in the test's process that knows text records. It says of all other names that they don't exist.

use std::{collections::HashMap, net::SocketAddr};

use tokio::net::UdpSocket;

/// Length of the header of a DNS message, in bytes.
const HEADER: usize = 12;
/// Type of text records.
const TXT: u16 = 16;

/// Starts a name server with these text records, by name, until the test ends.
pub async fn start(records: &[(&str, &[&str])]) -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    let owned = |(name, texts): &(&str, &[&str])| {
        ((*name).to_owned(), texts.iter().map(|text| (*text).to_owned()).collect())
    };
    let records: HashMap<String, Vec<String>> = records.iter().map(owned).collect();
    tokio::spawn(async move {
        let mut buffer = [0; 1500];
        while let Ok((length, client)) = socket.recv_from(&mut buffer).await {
            let _ = socket.send_to(&answer(&buffer[..length], &records), client).await;
        }
    });
    address
}

/// Returns the answer to a query with one question.
fn answer(query: &[u8], records: &HashMap<String, Vec<String>>) -> Vec<u8> {
    let (name, end) = name_of(query);
    // The type and the class follow the name.
    let question = &query[HEADER..end + 4];
    let is_text = u16::from_be_bytes([query[end], query[end + 1]]) == TXT;
    let texts = records.get(&name).filter(|_| is_text).map_or(&[][..], Vec::as_slice);
    let code = if records.contains_key(&name) { 0 } else { 3 };
    let count = u16::try_from(texts.len()).unwrap();
    let mut answer = query[..2].to_vec();
    // An answer with recursion, and the number of questions and of records.
    answer.extend([0x81, 0x80 | code, 0, 1]);
    answer.extend(count.to_be_bytes());
    answer.extend([0, 0, 0, 0]);
    answer.extend(question);
    for text in texts {
        let parts: Vec<u8> =
            text.as_bytes().chunks(200).flat_map(|part| [&[part.len() as u8][..], part].concat()).collect();
        // A pointer to the name in the question, the type, the class and the lifetime.
        answer.extend([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60]);
        answer.extend(u16::try_from(parts.len()).unwrap().to_be_bytes());
        answer.extend(parts);
    }
    answer
}

/// Returns the name in the question in lowercase, and the position after it.
fn name_of(query: &[u8]) -> (String, usize) {
    let (mut labels, mut position) = (Vec::new(), HEADER);
    while query[position] != 0 {
        let end = position + 1 + usize::from(query[position]);
        labels.push(String::from_utf8_lossy(&query[position + 1..end]).to_lowercase());
        position = end;
    }
    (labels.join("."), position + 1)
}
