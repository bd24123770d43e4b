/** Required levels of one person in one skill by day: targets, limited to employment and without exemptions. */
import { addDays, OPEN_END, type Day } from '../../common/calendar';
import { computeTargetSpans, type Exemption, type TargetSources, type TargetSpan } from './skill-target';

interface Period {
  from_date: Day;
  /** null: open-ended. */
  to_date: Day | null;
}

/** Oldest first. */
export function requiredSpans(
  sources: TargetSources,
  employments: readonly Period[],
  exemptions: readonly Exemption[],
): TargetSpan[] {
  let spans = computeTargetSpans(sources).flatMap((span) =>
    employments.flatMap((period) => intersectPeriods(span, period) ?? []),
  );
  for (const period of exemptions) spans = spans.flatMap((span) => subtractExemption(span, period));
  return spans.toSorted((a, b) => (a.from_date < b.from_date ? -1 : 1));
}

/** The part of the span inside the period; null: they do not overlap. */
export function intersectPeriods<S extends Period>(span: S, { from_date, to_date }: Period): S | null {
  const from = span.from_date > from_date ? span.from_date : from_date;
  const [spanEnd, periodEnd] = [span.to_date ?? OPEN_END, to_date ?? OPEN_END];
  const to = spanEnd < periodEnd ? spanEnd : periodEnd;
  return from > to ? null : { ...span, from_date: from, to_date: to };
}

function subtractExemption(span: TargetSpan, { from_date, to_date }: Exemption): TargetSpan[] {
  const before =
    span.from_date < from_date &&
    intersectPeriods(span, { from_date: span.from_date, to_date: addDays(from_date, -1) });
  const after =
    to_date !== null && to_date < OPEN_END && intersectPeriods(span, { from_date: addDays(to_date, 1), to_date: null });
  return [before, after].filter((part): part is TargetSpan => Boolean(part));
}
