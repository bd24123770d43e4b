// The very first import of main.ts: what V8 has compiled is kept beside what was built, from one start to the next (Node
// 22.10 and later; where the folder cannot be written nothing is kept, and nothing is missing).
import * as node from 'node:module';
import { join } from 'node:path';

const { enableCompileCache } = node as { enableCompileCache?: (folder: string) => unknown };
if (__filename.endsWith('.js')) enableCompileCache?.(join(__dirname, '.compiled'));
