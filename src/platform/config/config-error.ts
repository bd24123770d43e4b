import { StartRefused } from './start-refused';

/** A wrong environment: `main.ts` prints the message alone, without a stack, and ends the process. */
export class ConfigError extends StartRefused {
  constructor(variable: string, wrong: string, example: string) {
    super(`Configuration: ${variable} ${wrong}. Example: ${variable}=${example}`);
    this.name = 'ConfigError';
  }
}
