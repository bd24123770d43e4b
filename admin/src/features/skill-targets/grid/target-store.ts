import { cellKey, roleHolder, type CellKey, type Level } from './grid-edits';
import { matchingRows } from '@/api/data';

/** Rows whose targets are fetched together: their ids fit into one address, their targets into a few pages. */
const CHUNK = 25;
const ALL = 50_000;

interface TargetRow {
  id: string;
  staff_id?: string;
  job_role_id?: string;
  skill_id: string;
  level: number;
  from_date: string;
  to_date: string | null;
}

/** What is required on `today`; of two rows the later one. */
export async function targetsInForce(
  by: 'staff' | 'roles',
  holders: readonly string[] | null,
  today: string,
): Promise<Map<CellKey, Level>> {
  const field = by === 'staff' ? 'staff_id' : 'job_role_id';
  const { rows } = await matchingRows<TargetRow>(
    by === 'staff' ? 'skill-targets' : 'role-targets',
    [
      ...(holders ? [{ field, operator: 'in' as const, value: [...holders] }] : []),
      { field: 'from_date', operator: 'lte', value: today },
    ],
    [{ field: 'from_date', order: 'asc' }],
    ALL,
  );
  const levels = new Map<CellKey, Level>();
  for (const row of rows) {
    const holder = by === 'staff' ? (row.staff_id ?? '') : roleHolder(row.job_role_id ?? '');
    const key = cellKey(holder, row.skill_id);
    if (row.to_date === null || row.to_date >= today) levels.set(key, row.level as Level);
  }
  return levels;
}

/** The saved targets behind the rows that came into view; each chunk of rows is fetched once. */
export class TargetStore {
  private readonly levels = new Map<CellKey, Level>();
  private readonly chunks = new Map<number, 'loading' | 'here'>();
  private version = 0;
  private readonly listeners = new Set<() => void>();
  failure: unknown = null;

  constructor(
    private readonly by: 'staff' | 'roles',
    private readonly holders: readonly string[],
    private readonly today: string,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  readonly getVersion = (): number => this.version;

  level = (key: CellKey): Level => this.levels.get(key) ?? null;
  isHere = (row: number): boolean => this.chunks.get(Math.floor(row / CHUNK)) === 'here';

  want(from: number, to: number): void {
    for (let chunk = Math.floor(from / CHUNK); chunk * CHUNK < to; chunk++) {
      if (!this.chunks.has(chunk)) void this.fetch(chunk);
    }
  }

  /** Resolves when all these rows are known: nothing is typed over what has not been seen. */
  async whole(from: number, to: number): Promise<void> {
    const chunks = Array.from(
      { length: Math.floor((to - 1) / CHUNK) - Math.floor(from / CHUNK) + 1 },
      (_, index) => Math.floor(from / CHUNK) + index,
    ).filter((chunk) => this.chunks.get(chunk) !== 'here');
    for (const chunk of chunks) await this.fetch(chunk);
    if (this.failure) throw this.failure;
  }

  /** These are saved now. */
  keep(changed: Iterable<readonly [CellKey, Level]>): void {
    for (const [key, level] of changed) this.levels.set(key, level);
    this.tell();
  }

  private async fetch(chunk: number): Promise<void> {
    this.chunks.set(chunk, 'loading');
    try {
      const found = await targetsInForce(this.by, this.holders.slice(chunk * CHUNK, (chunk + 1) * CHUNK), this.today);
      for (const [key, level] of found) this.levels.set(key, level);
      this.chunks.set(chunk, 'here');
      this.failure = null;
    } catch (error) {
      this.chunks.delete(chunk);
      this.failure = error;
    }
    this.tell();
  }

  private tell(): void {
    this.version++;
    this.listeners.forEach((listener) => listener());
  }
}
