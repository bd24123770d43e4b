import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config';

/** What of its complaints is told. */
const TOLD_CHARS = 2_000;
/** Of its answers: a probe's is a few thousand. */
const ANSWER_CHARS = 1_000_000;

/**
 * The programs that read and write videos, where they are installed. They get files of strangers: read as what we judged
 * them to be, and nothing that these name is opened.
 */
@Injectable()
export class Ffmpeg {
  constructor(private readonly config: Config) {}

  get isThere(): boolean {
    return this.config.ffmpegFolder !== null;
  }

  /** What `-show_streams` tells of an MP4 file. @throws Error with the program's own words */
  async probe(file: string, signal: AbortSignal): Promise<unknown> {
    const asked = ['-v', 'error', '-show_streams', '-of', 'json', ...SOURCE, file];
    return JSON.parse(await this.run('ffprobe', asked, signal));
  }

  /** Until it is told to stop, whatever a file makes of it. @throws Error with the program's own words */
  async convert(source: string, how: readonly string[], target: string, signal: AbortSignal): Promise<void> {
    await this.run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...SOURCE, source, ...how, target], signal);
  }

  private run(program: string, args: readonly string[], signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      const stdio = ['ignore', 'pipe', 'pipe'] as const;
      const child = spawn(join(this.config.ffmpegFolder!, program), args, {
        stdio: [...stdio],
        // Nothing of ours is told to what reads files of strangers.
        env: {},
        signal,
        killSignal: 'SIGKILL',
      });
      givesWay(child.pid);
      let [answer, complaint] = ['', ''];
      child.stdout.on('data', (chunk) => (answer = (answer + chunk).slice(-ANSWER_CHARS)));
      child.stderr.on('data', (chunk) => (complaint = (complaint + chunk).slice(-TOLD_CHARS)));
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve(answer) : reject(new Error(`${program} ended with ${code}: ${complaint.trim()}`)),
      );
    });
  }
}

/** People wait for our answers; nobody for this. Where it may not be said it is done all the same. */
function givesWay(pid: number | undefined): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended, or the machine does not let us.
  }
}

/** Read as an MP4 whatever it calls itself, from this disk and nowhere else. */
const SOURCE = ['-protocol_whitelist', 'file', '-f', 'mov', '-i'];
