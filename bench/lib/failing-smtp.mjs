/** A mail server in this process. On every fourth connection it refuses, delays or drops; the command at which it does so rotates. */
import { createServer } from "node:net";

/** Command and fault of the failing connections. A fault is an error reply, a delay in milliseconds, or the end of the connection. */
const FAULTS = [
  ["greeting", "drop"],
  ["EHLO", "drop"],
  ["MAIL", "451 later"],
  ["MAIL", "drop"],
  ["RCPT", "451 later"],
  ["RCPT", "drop"],
  ["DATA", "451 later"],
  ["DATA", "drop"],
  ["message", "451 later"],
  ["message", "drop"],
  ["message", 20],
  ["greeting", 20],
];
const ANSWERS = {
  greeting: "220 ready",
  EHLO: "250 hello",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go ahead",
  message: "250 accepted",
};

/** Starts the server. Calls `onMail` with the recipient and the line with the `Message-ID` of each accepted message. */
export function startFailingSmtp(onMail) {
  let connections = 0;
  const server = createServer((socket) => {
    const number = connections++;
    const [faultAt, fault] = number % 4 === 0 ? FAULTS[(number / 4) % FAULTS.length] : [];
    let to = "";
    let text = null;
    let rest = "";
    socket.setNoDelay(true).on("error", () => socket.destroy());
    /** Accepts and answers the command, unless this is the command at which the connection drops, refuses or delays. */
    const answer = (command, accept = () => undefined) => {
      const send = (text) => socket.writable && socket.write(`${text}\r\n`);
      const failure = command === faultAt ? fault : undefined;
      if (failure === "drop") return socket.destroy();
      if (typeof failure === "string") return send(failure);
      accept();
      if (failure === undefined) send(ANSWERS[command]);
      else setTimeout(send, failure, ANSWERS[command]);
    };
    const takeLine = (line) => {
      if (text !== null) {
        if (line !== ".") return void text.push(line);
        const id = text.find((header) => header.startsWith("Message-ID:"));
        text = null;
        return answer("message", () => onMail(to, id));
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === "QUIT") return socket.end("221 bye\r\n");
      if (command === "RCPT") to = /<(.*)>/.exec(line)?.[1] ?? "";
      answer(command, () => command === "DATA" && (text = []));
    };
    answer("greeting");
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString("latin1")).split("\r\n");
      rest = lines.pop();
      lines.forEach(takeLine);
    });
  });
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      done({
        variables: {
          VITRINE_SMTP_URL: `smtp://127.0.0.1:${server.address().port}?tls=none`,
          VITRINE_MAIL_FROM: "Exemplo TI <site@exemplo.com.br>",
        },
        stop: () => server.close(),
      });
    });
  });
}
