import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { testKilledExport } from '../support/killed-export';

const exportsIn = async (folder: string): Promise<string[]> => {
  const names = await readdir(join(folder, 'files'), { recursive: true });
  return names.filter((name) => /exports\/.+/.test(name));
};

describe('an export into a folder whose process is killed', () => testKilledExport(() => ({}), exportsIn));
