/** The process cannot start, for a reason the operator can fix: `main.ts` prints the message without a stack. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartupError';
  }
}
