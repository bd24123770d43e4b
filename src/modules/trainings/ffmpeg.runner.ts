import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../../infrastructure/config/config';

/** Limit of the error output in messages. */
const ERROR_CHARS_MAX = 2_000;
/** A probe prints a few thousand characters. */
const OUTPUT_CHARS_MAX = 1_000_000;

/** Runs ffmpeg and ffprobe if installed. Untrusted input: read as MP4 only, without opening other files. */
@Injectable()
export class FfmpegRunner {
  constructor(private readonly config: Config) {}

  get isAvailable(): boolean {
    return this.config.ffmpegFolder !== null;
  }

  /** @returns output of `-show_streams` @throws Error with the program's error output */
  async probe(file: string, signal: AbortSignal): Promise<unknown> {
    const args = ['-v', 'error', '-show_streams', '-of', 'json', ...INPUT_OPTIONS, file];
    return JSON.parse(await this.run('ffprobe', args, signal));
  }

  /** Stops on the signal. @throws Error with the program's error output */
  async convert(source: string, options: readonly string[], target: string, signal: AbortSignal): Promise<void> {
    await this.run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...INPUT_OPTIONS, source, ...options, target], signal);
  }

  private run(program: string, args: readonly string[], signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const stdio = ['ignore', 'pipe', 'pipe'] as const;
      const child = spawn(join(this.config.ffmpegFolder!, program), args, {
        stdio: [...stdio],
        // Untrusted input must not see our environment.
        env: {},
        signal,
        killSignal: 'SIGKILL',
      });
      lowerPriority(child.pid);
      let [output, errorOutput] = ['', ''];
      child.stdout.on('data', (chunk) => (output = (output + chunk).slice(-OUTPUT_CHARS_MAX)));
      child.stderr.on('data', (chunk) => (errorOutput = (errorOutput + chunk).slice(-ERROR_CHARS_MAX)));
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve(output) : reject(new Error(`${program} ended with ${code}: ${errorOutput.trim()}`)),
      );
    });
  }
}

/** Encoding must not slow down requests. Failing to set the priority is harmless. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has ended, or permission is missing.
  }
}

/** Forces the MP4 demuxer and local files only. */
const INPUT_OPTIONS = ['-protocol_whitelist', 'file', '-f', 'mov', '-i'];
