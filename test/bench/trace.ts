import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  /** Microseconds; `tdur` is what the thread itself worked of it. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string; readonly data?: { readonly url?: string; readonly requestId?: string } };
}

/** What the page's main thread did while `work` ran. */
export async function traced(page: Page, work: () => Promise<void>): Promise<Trace> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'toplevel',
        'disabled-by-default-devtools.timeline',
        'devtools.timeline',
        'blink.user_timing',
      ],
    },
  });
  await work();
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return new Trace(events);
}

const ms = (microseconds: number): number => Math.round(microseconds / 10) / 100;

export class Trace {
  private readonly tasks: TraceEvent[];
  private readonly main: TraceEvent[];

  constructor(private readonly events: readonly TraceEvent[]) {
    const drawing = mostOf(events.filter(isFrame).map(threadOf));
    this.main = events.filter((event) => threadOf(event) === drawing).toSorted((a, b) => a.ts - b.ts);
    this.tasks = this.main.filter(({ name, tdur }) => name === 'RunTask' && tdur !== undefined);
    if (this.tasks.length === 0) throw new Error('the trace holds no task of the main thread');
  }

  /** Milliseconds of CPU that each frame took: its own task and those since the frame before. */
  cpuPerFrame(): number[] {
    const frames = this.frames();
    const worked: number[] = [];
    let [at, sum] = [0, 0];
    for (const { ts, dur = 0, tdur = 0 } of this.tasks) {
      sum += tdur;
      if (at < frames.length && ts + dur >= frames[at]!) {
        worked.push(sum);
        sum = 0;
        while (at < frames.length && ts + dur >= frames[at]!) at++;
      }
    }
    return worked.slice(1).map(ms);
  }

  /** Milliseconds between frames. */
  wallPerFrame(): number[] {
    const frames = this.frames();
    return frames.slice(1).map((ts, index) => ms(ts - frames[index]!));
  }

  /** From the last answer that matches to the mark: how long, and how much of it the main thread worked. */
  between(answers: (url: string) => boolean, mark: string): { cpu: number; wall: number } {
    const end = this.main.find(({ name }) => name === mark)?.ts;
    if (end === undefined) throw new Error(`the page set no mark ${mark}`);
    const asked = new Set(
      this.events
        .filter(({ name, args }) => name === 'ResourceSendRequest' && answers(args.data?.url ?? ''))
        .map(({ args }) => args.data?.requestId),
    );
    const came = this.events
      .filter(({ name, args, ts }) => name === 'ResourceFinish' && asked.has(args.data?.requestId) && ts < end)
      .map(({ ts }) => ts);
    const from = Math.max(...came);
    const worked = this.tasks.filter(({ ts, dur = 0 }) => ts + dur > from && ts < end);
    return { cpu: ms(worked.reduce((sum, { tdur = 0 }) => sum + tdur, 0)), wall: ms(end - from) };
  }

  private frames(): number[] {
    return this.main.filter(isFrame).map(({ ts }) => ts);
  }
}

const isFrame = ({ name }: TraceEvent): boolean => name === 'BeginCommitCompositorFrame';
const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

function mostOf(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
