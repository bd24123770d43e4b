import { createServer, type Server, type Socket } from 'node:net';

export interface Received {
  to: string[];
  /** Headers and body, as they came over the line. */
  text: string;
}

/** A mail server that takes everything: enough SMTP for a client that sends one letter after the other. */
export class MailSink {
  readonly received: Received[] = [];
  /** What it answers to DATA: 250 takes the letter, 451 asks to try again later. silent: it never says a word. */
  mood: 250 | 451 | 'silent' = 250;
  /** How often somebody has come to the door. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;

  /** @param port 0: any free one. @returns the port */
  async open(port = 0): Promise<number> {
    this.server = createServer((socket) => this.converse(socket));
    await new Promise<void>((done) => this.server!.listen(port, '127.0.0.1', done));
    return (this.server.address() as { port: number }).port;
  }

  /** Refuses connections from then on, until `open`. */
  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((done) => (this.server ? this.server.close(() => done()) : done()));
    this.server = undefined;
  }

  private converse(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    this.connections += 1;
    if (this.mood === 'silent') return;
    let letter: Received | null = null;
    let inData = false;
    let rest = '';
    const say = (line: string) => void socket.write(`${line}\r\n`);
    say('220 sink');
    socket.on('data', (part) => {
      rest += part.toString('utf8');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (inData) {
          if (line !== '.') {
            letter!.text += `${line}\n`;
            continue;
          }
          inData = false;
          if (this.mood === 250) this.received.push(letter!);
          say(this.mood === 250 ? '250 taken' : '451 later, please');
          letter = null;
          continue;
        }
        const word = line.slice(0, 4).toUpperCase();
        if (word === 'MAIL') letter = { to: [], text: '' };
        if (word === 'RCPT') letter!.to.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
        if (word === 'DATA') {
          inData = true;
          say('354 go on');
        } else if (word === 'QUIT') {
          say('221 bye');
          socket.end();
        } else say('250 ok');
      }
    });
  }
}
