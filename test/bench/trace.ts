import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  /** Microseconds; `tdur` is the CPU time of the thread. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string; readonly data?: { readonly url?: string; readonly requestId?: string } };
}

/** Records a trace of the page while `work` runs. */
export async function recordTrace(page: Page, work: () => Promise<void>): Promise<Trace> {
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
    const renderThread = mostFrequent(events.filter(isFrame).map(threadOf));
    this.main = events.filter((event) => threadOf(event) === renderThread).toSorted((a, b) => a.ts - b.ts);
    this.tasks = this.main.filter(({ name, tdur }) => name === 'RunTask' && tdur !== undefined);
    if (this.tasks.length === 0) throw new Error('the trace contains no task of the main thread');
  }

  /** Milliseconds of CPU per frame: its own task and those since the previous frame. */
  cpuPerFrame(): number[] {
    const frames = this.frames();
    const frameTimes: number[] = [];
    let [at, sum] = [0, 0];
    for (const { ts, dur = 0, tdur = 0 } of this.tasks) {
      sum += tdur;
      if (at < frames.length && ts + dur >= frames[at]!) {
        frameTimes.push(sum);
        sum = 0;
        while (at < frames.length && ts + dur >= frames[at]!) at++;
      }
    }
    return frameTimes.slice(1).map(ms);
  }

  /** Milliseconds between frames. */
  wallPerFrame(): number[] {
    const frames = this.frames();
    return frames.slice(1).map((ts, index) => ms(ts - frames[index]!));
  }

  /** From the last matching response to the mark: elapsed time, and CPU time of the main thread. */
  between(answers: (url: string) => boolean, mark: string): { cpu: number; wall: number } {
    const end = this.main.find(({ name }) => name === mark)?.ts;
    if (end === undefined) throw new Error(`the page set no mark ${mark}`);
    const requestIds = new Set(
      this.events
        .filter(({ name, args }) => name === 'ResourceSendRequest' && answers(args.data?.url ?? ''))
        .map(({ args }) => args.data?.requestId),
    );
    const finishTimes = this.events
      .filter(({ name, args, ts }) => name === 'ResourceFinish' && requestIds.has(args.data?.requestId) && ts < end)
      .map(({ ts }) => ts);
    const from = Math.max(...finishTimes);
    const workedTasks = this.tasks.filter(({ ts, dur = 0 }) => ts + dur > from && ts < end);
    return { cpu: ms(workedTasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0)), wall: ms(end - from) };
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

function mostFrequent(words: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
