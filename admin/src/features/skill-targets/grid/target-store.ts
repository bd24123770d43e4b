import { cellKey, toRoleHolder, type CellKey, type Level } from './grid-edits';
import { fetchMatchingRows } from '@/api/data-provider';

/** Rows fetched together, so that their ids fit into one URL. */
const ROWS_PER_CHUNK = 25;
const MAX_TARGETS = 50_000;

interface TargetRow {
  id: string;
  staff_id?: string;
  job_role_id?: string;
  skill_id: string;
  level: number;
  from_date: string;
  to_date: string | null;
}

/** Target levels on `today`; the later of two overlapping rows wins. */
export async function fetchCurrentTargets(
  by: 'staff' | 'roles',
  holders: readonly string[] | null,
  today: string,
): Promise<Map<CellKey, Level>> {
  const field = by === 'staff' ? 'staff_id' : 'job_role_id';
  const { rows } = await fetchMatchingRows<TargetRow>(
    by === 'staff' ? 'skill-targets' : 'role-targets',
    [
      ...(holders ? [{ field, operator: 'in' as const, value: [...holders] }] : []),
      { field: 'from_date', operator: 'lte', value: today },
    ],
    [{ field: 'from_date', order: 'asc' }],
    MAX_TARGETS,
  );
  const levels = new Map<CellKey, Level>();
  for (const row of rows) {
    const holder = by === 'staff' ? (row.staff_id ?? '') : toRoleHolder(row.job_role_id ?? '');
    const key = cellKey(holder, row.skill_id);
    if (row.to_date === null || row.to_date >= today) levels.set(key, row.level as Level);
  }
  return levels;
}

/** Saved targets, fetched once per chunk of visible rows. */
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
  isLoaded = (row: number): boolean => this.chunks.get(Math.floor(row / ROWS_PER_CHUNK)) === 'here';

  request(from: number, to: number): void {
    for (let chunk = Math.floor(from / ROWS_PER_CHUNK); chunk * ROWS_PER_CHUNK < to; chunk++) {
      if (!this.chunks.has(chunk)) void this.fetch(chunk);
    }
  }

  /** Resolves when the rows from `from` up to but excluding `to` are loaded. */
  async loadRows(from: number, to: number): Promise<void> {
    const chunks = Array.from(
      { length: Math.floor((to - 1) / ROWS_PER_CHUNK) - Math.floor(from / ROWS_PER_CHUNK) + 1 },
      (_, index) => Math.floor(from / ROWS_PER_CHUNK) + index,
    ).filter((chunk) => this.chunks.get(chunk) !== 'here');
    for (const chunk of chunks) await this.fetch(chunk);
    if (this.failure) throw this.failure;
  }

  setSaved(savedLevels: Iterable<readonly [CellKey, Level]>): void {
    for (const [key, level] of savedLevels) this.levels.set(key, level);
    this.notifyListeners();
  }

  private async fetch(chunk: number): Promise<void> {
    this.chunks.set(chunk, 'loading');
    try {
      const fetchedLevels = await fetchCurrentTargets(
        this.by,
        this.holders.slice(chunk * ROWS_PER_CHUNK, (chunk + 1) * ROWS_PER_CHUNK),
        this.today,
      );
      for (const [key, level] of fetchedLevels) this.levels.set(key, level);
      this.chunks.set(chunk, 'here');
      this.failure = null;
    } catch (error) {
      this.chunks.delete(chunk);
      this.failure = error;
    }
    this.notifyListeners();
  }

  private notifyListeners(): void {
    this.version++;
    this.listeners.forEach((listener) => listener());
  }
}
