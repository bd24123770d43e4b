import { StartupError } from './startup-error';

/** A wrong environment variable: `main.ts` prints the message without a stack and exits. */
export class ConfigError extends StartupError {
  constructor(variable: string, problem: string, example: string) {
    super(`Configuration: ${variable} ${problem}. Example: ${variable}=${example}`);
    this.name = 'ConfigError';
  }
}
