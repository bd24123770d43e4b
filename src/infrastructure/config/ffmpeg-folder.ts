import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { ConfigError } from './config-error';

const PROGRAMS = ['ffmpeg', 'ffprobe'];

/**
 * Folder of ffmpeg and ffprobe: `auto` searches PATH, `off` disables, otherwise an absolute folder. Null if there is
 * none.
 * @throws ConfigError if the named folder lacks them
 */
export function findFfmpegFolder(value: string, path = ''): string | null {
  if (value === 'off') return null;
  if (value === 'auto') return path.split(delimiter).find(hasBoth) ?? null;
  if (!isAbsolute(value) || !hasBoth(value))
    throw new ConfigError('FFMPEG', 'must be auto, off or a folder that has ffmpeg and ffprobe', 'auto');
  return value;
}

const hasBoth = (folder: string): boolean =>
  folder !== '' && PROGRAMS.every((program) => canRun(join(folder, program)));

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
