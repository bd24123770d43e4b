import type { AuditEventRow } from '../../src/contract/audit-events.resource';
import type { AttentionResponse } from '../../src/contract/dashboard.responses';
import type { MatrixSummaryResponse } from '../../src/contract/report.responses';
import { groupActivity } from '../../admin/src/features/home/activity-groups';
import { buildPlanLines, buildCountLines } from '../../admin/src/features/home/attention-lines';

let sequence = 0;
const event = (action: string, who: string | null, subject_name: string | null = null): AuditEventRow =>
  ({
    audit_event_id: `e${++sequence}`,
    at: '2026-03-31T09:00:00Z',
    action,
    who,
    who_name: who && `${who} Rao`,
    role: who ? 'admin' : 'system',
    subject_name,
  }) as AuditEventRow;
const summarize = (events: readonly AuditEventRow[], maxLines = 8) =>
  groupActivity(events, maxLines).map(({ newest, amount, people, subjects }) => [
    newest.action,
    amount,
    people,
    subjects,
  ]);

describe('the recent activity', () => {
  it('says once what one person did several times in a row', () => {
    const events = [
      event('staff.create', 'Asha', 'Chen'),
      event('staff.create', 'Asha', 'Bala'),
      event('staff.create', 'Devi', 'Esra'),
      event('staff.change', 'Devi', 'Esra'),
      event('staff.create', 'Asha', 'Ines'),
    ];
    expect(summarize(events)).toEqual([
      ['staff.create', 2, ['Asha Rao'], ['Chen', 'Bala']],
      ['staff.create', 1, ['Devi Rao'], ['Esra']],
      ['staff.change', 1, ['Devi Rao'], ['Esra']],
      ['staff.create', 1, ['Asha Rao'], ['Ines']],
    ]);
  });

  it('makes one line of a morning’s sign-ins, and names each person once', () => {
    const events = ['Asha', 'Bala', 'Asha'].map((who) => event('session.login', who));
    expect(summarize([...events, event('skill.create', 'Devi')])).toEqual([
      ['session.login', 3, ['Asha Rao', 'Bala Rao'], []],
      ['skill.create', 1, ['Devi Rao'], []],
    ]);
  });

  it('names no person for system events, and keeps the newest lines', () => {
    const events = [event('mail.given_up', null), event('staff.leave', null, 'Chen'), event('skill.create', 'Devi')];
    expect(summarize(events, 2)).toEqual([
      ['mail.given_up', 1, [], []],
      ['staff.leave', 1, [], ['Chen']],
    ]);
  });
});

describe('what needs attention', () => {
  const answer: AttentionResponse = {
    on: '2026-03-31',
    overdue_assignments: { count: 10_000, more: true },
    evidence_waiting: { count: 0, more: false },
    enrolments_waiting: { count: 2, more: false },
    not_invited: { count: 4, more: false },
    assignments_pending: { count: 3, more: false },
    invitations_open: { count: 1, more: false },
  };
  const summary = { totals: { expiring: 37 } } as MatrixSummaryResponse;
  const loaded = <A>(data: A) => ({ data, isError: false });
  const counts = (lines: ReturnType<typeof buildCountLines>) => lines.map(({ name, count }) => [name, count]);

  it('is each figure as the server said it', () => {
    expect(counts(buildCountLines(loaded(answer), loaded(summary), true))).toEqual([
      ['overdue', { count: 10_000, more: true }],
      ['waiting', { count: 0, more: false }],
      ['enrolments', { count: 2, more: false }],
      ['expiring', { count: 37, more: false }],
      ['accounts', { count: 4, more: false }],
      ['pending', { count: 3, more: false }],
      ['invitations', { count: 1, more: false }],
    ]);
  });

  it('is unknown after an error, pending while it loads, and never 0 instead', () => {
    const lines = buildCountLines({ data: undefined, isError: true }, { data: undefined, isError: false }, true);
    expect(counts(lines)).toEqual([
      ['overdue', 'unknown'],
      ['waiting', 'unknown'],
      ['enrolments', 'unknown'],
      ['expiring', 'asked'],
      ['accounts', 'unknown'],
      ['pending', 'unknown'],
      ['invitations', 'unknown'],
    ]);
    const [, , , expiring] = buildCountLines(loaded(answer), loaded({ totals: null } as MatrixSummaryResponse), true);
    expect(expiring!.count).toBe('unknown');
  });

  it('leads to the list of what the server says is overdue, and of what the reader may sign off', () => {
    const [overdue, waiting] = buildCountLines(loaded(answer), loaded(summary), true);
    expect(overdue!.to).toBe('/remove-training?view=all&overdue=true&sort=due_on');
    expect(waiting!.to).toBe('/skill-evidence?waiting_for=me');
    expect(buildCountLines(loaded(answer), loaded(summary), false)[1]!.to).toBe('/skill-evidence?state=pending');
  });

  it('includes the plan from 80 percent of its limits on, or when it ends within ten days', () => {
    const today = new Date().toISOString().slice(0, 10);
    const inDays = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
    const plan = (used: number, allowed: number, expires_on: string) =>
      buildPlanLines({
        total_staff: used,
        no_of_staff: allowed,
        total_training: 0,
        no_of_training: 25,
        time_zone: 'UTC',
        subscription: { status: 'active', expires_on },
      }).map(({ name, tone }) => [name, tone]);
    expect(plan(79, 100, inDays(11))).toEqual([]);
    expect(plan(80, 100, inDays(10))).toEqual([
      ['seats', 'near'],
      ['plan', 'near'],
    ]);
    expect(plan(100, 100, inDays(-1))).toEqual([
      ['seats', 'full'],
      ['plan', 'full'],
    ]);
  });
});
