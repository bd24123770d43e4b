/** The process cannot begin, and its reader can mend it: `main.ts` prints the message alone, without a stack. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartRefused';
  }
}
