/** slow-readers.mjs PORT COUNT PATH: requests a file on COUNT connections and reads nothing. Runs until it is killed. */
import { connect } from "node:net";

const [port, count, path] = process.argv.slice(2);
for (let number = 0; number < Number(count); number++) {
  const socket = connect({ port: Number(port), host: "127.0.0.1", highWaterMark: 1024 });
  socket.on("error", () => undefined).pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
}
