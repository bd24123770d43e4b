import { createServer, type Server, type Socket } from 'node:net';

export interface ReceivedMail {
  to: string[];
  /** Headers and body as received. */
  text: string;
}

/** A mail server that accepts everything: enough SMTP for a client that sends one mail after another. */
export class MailSink {
  readonly received: ReceivedMail[] = [];
  /** The reply to DATA: 250 accepts the mail, 451 asks to retry later; `silent` never replies at all. */
  behaviour: 250 | 451 | 'silent' = 250;
  /** Number of connections so far. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;

  /** @param port 0: any free one. @returns the port */
  async open(port = 0): Promise<number> {
    this.server = createServer((socket) => this.handleConnection(socket));
    await new Promise<void>((done) => this.server!.listen(port, '127.0.0.1', done));
    return (this.server.address() as { port: number }).port;
  }

  /** Refuses connections until `open`. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((done) => (this.server ? this.server.close(() => done()) : done()));
    this.server = undefined;
  }

  private handleConnection(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    this.connections += 1;
    if (this.behaviour === 'silent') return;
    let mail: ReceivedMail | null = null;
    let isInData = false;
    let rest = '';
    const reply = (line: string) => void socket.write(`${line}\r\n`);
    reply('220 sink');
    socket.on('data', (part) => {
      rest += part.toString('utf8');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (isInData) {
          if (line !== '.') {
            mail!.text += `${line}\n`;
            continue;
          }
          isInData = false;
          if (this.behaviour === 250) this.received.push(mail!);
          reply(this.behaviour === 250 ? '250 taken' : '451 later, please');
          mail = null;
          continue;
        }
        const command = line.slice(0, 4).toUpperCase();
        if (command === 'MAIL') mail = { to: [], text: '' };
        if (command === 'RCPT') mail!.to.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
        if (command === 'DATA') {
          isInData = true;
          reply('354 go on');
        } else if (command === 'QUIT') {
          reply('221 bye');
          socket.end();
        } else reply('250 ok');
      }
    });
  }
}
