/** Decides on which days what was required of somebody in one skill: targets as far as they were employed and not exempt. */
import { addDays, OPEN_END, type Day } from '../platform/calendar';
import { targetSpansOf, type Exemption, type TargetSources, type TargetSpan } from './skill-target';

interface Stretch {
  from_date: Day;
  /** null: it goes on. */
  to_date: Day | null;
}

/** Oldest first. */
export function requiredSpans(
  sources: TargetSources,
  employments: readonly Stretch[],
  exemptions: readonly Exemption[],
): TargetSpan[] {
  let spans = targetSpansOf(sources).flatMap((span) => employments.flatMap((each) => within(span, each) ?? []));
  for (const each of exemptions) spans = spans.flatMap((span) => without(span, each));
  return spans.toSorted((a, b) => (a.from_date < b.from_date ? -1 : 1));
}

/** What lies on these days of it; null: nothing. */
export function within<S extends Stretch>(span: S, { from_date, to_date }: Stretch): S | null {
  const from = span.from_date > from_date ? span.from_date : from_date;
  const [own, other] = [span.to_date ?? OPEN_END, to_date ?? OPEN_END];
  const to = own < other ? own : other;
  return from > to ? null : { ...span, from_date: from, to_date: to };
}

function without(span: TargetSpan, { from_date, to_date }: Exemption): TargetSpan[] {
  const before =
    span.from_date < from_date && within(span, { from_date: span.from_date, to_date: addDays(from_date, -1) });
  const after =
    to_date !== null && to_date < OPEN_END && within(span, { from_date: addDays(to_date, 1), to_date: null });
  return [before, after].filter((part): part is TargetSpan => Boolean(part));
}
