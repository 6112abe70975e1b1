/**
 * Mail server for tests, started as `node smtp-server.mjs '{"port":0}'`. Prints its port, each message and each refusal to
 * standard output, one JSON value per line.
 *
 * Options: `port` (0 chooses a free one), `key` and `cert` (PEM, for STARTTLS), `user` and `password` (required from clients),
 * `refusesSender` (refuses every sender).
 *
 * The answer depends on the recipient:
 *
 * - `451@…`, or another code below 500: refused temporarily, once for each address
 * - `550@…`, or another code from 500: refused permanently
 * - `mudo@…`: the message is received but never answered
 */
import { SMTPServer } from "smtp-server";

const { port = 0, key, cert, user, password, refusesSender } = JSON.parse(process.argv[2] ?? "{}");
const print = (value) => process.stdout.write(JSON.stringify(value) + "\n");
const refusedOnce = new Set();

const server = new SMTPServer({
  ...(cert ? { key, cert } : { hideSTARTTLS: true }),
  authOptional: user === undefined,
  disableReverseLookup: true,
  closeTimeout: 10,
  onAuth: (auth, _session, done) =>
    auth.username === user && auth.password === password
      ? done(null, { user })
      : done(new Error("Invalid username or password")),
  onMailFrom(_address, _session, done) {
    if (!refusesSender) return done();
    print({ refused: "sender" });
    done(Object.assign(new Error("5.7.1 Sender address rejected"), { responseCode: 550 }));
  },
  onRcptTo({ address }, _session, done) {
    const code = Number(/^\d{3}(?=@)/.exec(address)?.[0]);
    const isRetry = refusedOnce.has(address);
    if (!code || (code < 500 && isRetry)) return done();
    refusedOnce.add(address);
    print({ refused: address });
    done(Object.assign(new Error(`<${address}>: Recipient refused`), { responseCode: code }));
  },
  onData(stream, session, done) {
    const chunks = [];
    stream.on("data", (chunk) => chunks.push(chunk));
    stream.on("end", () => {
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const silent = to.some((address) => address.startsWith("mudo@"));
      const raw = Buffer.concat(chunks).toString();
      print({
        from: session.envelope.mailFrom.address,
        to,
        secure: session.secure,
        user: session.user,
        silent,
        raw,
      });
      if (!silent) done();
    });
  },
});
server.on("error", (error) => print({ error: error.message }));
server.listen(port, "127.0.0.1", () => print({ port: server.server.address().port }));
