/**
 * A mail server in this process. On every fourth connection it refuses temporarily, delays or drops; the command at which it does so
 * changes with each connection. It refuses some recipients permanently.
 */
import { createServer } from "node:net";

const ANSWERS = {
  greeting: "220 ready",
  EHLO: "250 hello",
  MAIL: "250 ok",
  RCPT: "250 ok",
  DATA: "354 go ahead",
  message: "250 accepted",
};
/** Command and fault of the failing connections. A fault is an error reply, a delay in milliseconds, or the end of the connection. */
const FAULTS = [
  ...["451 later", "drop", 20].flatMap((fault) => Object.keys(ANSWERS).map((command) => [command, fault])),
  ["message", "554 refused"],
];

/**
 * Starts the server. Calls `onMail` with the recipient and the line with the `Message-ID` of each accepted message. `isRefused` is a
 * function that returns whether a recipient is refused permanently.
 */
export function startFailingSmtp(onMail, isRefused) {
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
      if (command === "RCPT" && isRefused(to)) return send("550 no such user");
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
