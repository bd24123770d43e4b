import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';

const KEPT = 200;

/**
 * Sums over whole organisations, by organisation, matrix_version, day and filter: a new version makes the old ones
 * unreachable, and the bound makes them leave. What does not raise the version (names, headcounts) must be in the key.
 */
@Injectable()
export class SummaryCache {
  private readonly kept = new Map<string, unknown>();

  async of<T>(key: readonly (string | number | boolean | undefined)[], make: () => Promise<T>): Promise<T> {
    // The axes in the key are as long as the organisation is large.
    const name = `${key[0]}:${createHash('sha256').update(JSON.stringify(key)).digest('base64')}`;
    const known = this.kept.get(name) as T | undefined;
    if (known !== undefined) {
      this.kept.delete(name);
      this.kept.set(name, known);
      return known;
    }
    const made = await make();
    this.kept.set(name, made);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value!);
    return made;
  }
}
