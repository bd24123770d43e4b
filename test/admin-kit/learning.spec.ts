import {
  earlierCycles,
  lastingOf,
  latestCycles,
  nextStep,
  positionWords,
  quizStateOf,
  sectionOf,
  stepWord,
  type Learning,
} from '../../admin/src/features/learner/learning';
import { dayOf } from '../../admin/src/features/learner/day/day';
import { bySkill, groupsOf, type SkillLine } from '../../admin/src/features/learner/skills/own-skills';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const aLearning = (name: string, assignment: object, more: object = {}): Learning =>
  ({
    assignment: {
      assignment_id: name,
      training_id: name,
      state: 'assigned',
      due_on: null,
      completed_at: null,
      started_at: null,
      cycle: 1,
      ...assignment,
    },
    training: { training_id: name, title: name, type: 'video' },
    category: null,
    quiz: null,
    attempts: [],
    progress: null,
    earlier: [],
    ...more,
  }) as unknown as Learning;
const names = (learnings: Learning[]) => learnings.map((each) => each.assignment.assignment_id);
const quiz = { pass_mark: 80, attempts_allowed: 3, pause_minutes: 0 } as never;
const tried = (more: object) =>
  ({
    status: 'submitted',
    result: 'failed',
    score: 50,
    deadline: null,
    submitted_at: '2026-03-10T11:00:00Z',
    ...more,
  }) as never;
const after = (...attempts: never[]) => aLearning('a', {}, { attempts });

describe('how long what was completed lasts', () => {
  const taken = (state: string, valid_until: string | null, renew_from: string | null) => ({
    ...{ state, valid_until, renew_from, completed_at: '2025-04-02T08:00:00Z' },
  });
  const today = '2026-03-10';

  it('is said with the day from which it may be renewed, until that day has come', () => {
    const far = aLearning('far', taken('completed', '2026-06-01', '2026-05-02'));
    expect(lastingOf(far, today)).toEqual({ valid_until: '2026-06-01', renew_from: '2026-05-02', isOver: false });
    const near = aLearning('near', taken('expiring', '2026-04-02', '2026-03-03'));
    expect(lastingOf(near, today)).toEqual({ valid_until: '2026-04-02', renew_from: null, isOver: false });
  });
  it('stands beside the next cycle, of the one before', () => {
    const before = taken('expiring', '2026-03-10', '2026-02-08');
    expect(lastingOf(aLearning('next', { due_on: '2026-03-10' }, { earlier: [before] }), today)).toMatchObject({
      valid_until: '2026-03-10',
      isOver: false,
    });
    expect(lastingOf(aLearning('next', {}, { earlier: [before] }), '2026-03-11')?.isOver).toBe(true);
  });
  it('is nothing to speak of where it lasts for ever, or was never completed', () => {
    expect(lastingOf(aLearning('ever', taken('completed', null, null)), today)).toBeNull();
    expect(lastingOf(aLearning('new', {}), today)).toBeNull();
  });
  it('was completed, whatever has run out since', () => {
    const all = ['completed', 'expiring', 'expired'].map((state) => aLearning(state, taken(state, '2026-03-01', null)));
    expect(names(sectionOf(all, 'completed', today)).toSorted()).toEqual(['completed', 'expired', 'expiring']);
    expect(all.map((each) => nextStep(each, NOW))).toEqual(['open', 'open', 'open']);
  });
});

describe('the sections of my training', () => {
  const all = [
    aLearning('late', { due_on: '2026-03-01' }),
    aLearning('far', { due_on: '2026-06-01' }),
    aLearning('soon', { due_on: '2026-03-12', state: 'in_progress', started_at: '2026-03-09T08:00:00Z' }),
    aLearning('begun', { state: 'in_progress' }, { progress: { beat_at: '2026-03-10T08:00:00Z' } }),
    aLearning('done', { state: 'completed', completed_at: '2026-02-01T08:00:00Z', due_on: '2026-03-11' }),
  ];

  it('go on with what was touched last', () =>
    expect(names(sectionOf(all, 'continue', '2026-03-10'))).toEqual(['begun', 'soon']));
  it('put the overdue before the soon, and what is done nowhere near', () =>
    expect(names(sectionOf(all, 'due_soon', '2026-03-10'))).toEqual(['late', 'soon']));
  it('show all, by due day, what is done last', () =>
    expect(names(sectionOf(all, 'all', '2026-03-10'))).toEqual(['late', 'soon', 'far', 'begun', 'done']));
  it('know what is completed', () => expect(names(sectionOf(all, 'completed', '2026-03-10'))).toEqual(['done']));

  it('know the cycles before the present one that were completed, newest first', () => {
    const rows = [1, 2, 3, 4].map((cycle) => ({
      assignment_id: `c${cycle}`,
      training_id: 't',
      cycle,
      completed_at: cycle === 2 ? null : `2026-0${cycle}-01T08:00:00Z`,
    })) as never[];
    const before = earlierCycles(rows, rows[3]!);
    expect(before.map(({ assignment_id }) => assignment_id)).toEqual(['c3', 'c1']);
  });

  it('show the newest cycle of a training only, unless it was removed', () => {
    const rows = [1, 2, 3].map((cycle) => ({
      assignment_id: `c${cycle}`,
      training_id: 't',
      cycle,
      state: cycle === 3 ? 'removed' : 'assigned',
    }));
    expect(latestCycles(rows as never).map((row) => row.assignment_id)).toEqual(['c2']);
  });
});

describe("a learner's day", () => {
  const late = aLearning('late', { due_on: '2026-03-01' });
  const far = aLearning('far', { due_on: '2026-06-01' });
  const begun = aLearning('begun', { state: 'in_progress' }, { progress: { beat_at: '2026-03-10T08:00:00Z' } });
  const done = aLearning('done', { state: 'completed', completed_at: '2026-02-01T08:00:00Z' });
  const gone = aLearning('gone', { due_on: '2026-01-01' }, { training: null });

  it('begins with what was touched last, and shows the next by their days', () => {
    const { goOn, due, open } = dayOf([far, begun, done, gone, late], '2026-03-10');
    expect(goOn).toBe(begun);
    expect(names([...due])).toEqual(['late', 'far']);
    expect(open).toBe(3);
  });
  it('begins with what is due first where nothing is begun', () =>
    expect(dayOf([far, done, late], '2026-03-10').goOn).toBe(late));
  it('has nothing to do where all is done or no longer there', () =>
    expect(dayOf([done, gone], '2026-03-10')).toEqual({ goOn: null, due: [], open: 0 }));
});

describe('the one thing to do next', () => {
  it('is the video until it was watched, then the quiz, then its result', () => {
    const watched = { progress: { completed_at: '2026-03-10T08:00:00Z' }, quiz };
    expect(nextStep(aLearning('a', {}, { quiz }), NOW)).toBe('watch');
    expect(nextStep(aLearning('a', {}, watched), NOW)).toBe('quiz');
    expect(nextStep(aLearning('a', {}, { ...watched, attempts: [tried({ result: 'passed' })] }), NOW)).toBe('result');
    expect(nextStep(aLearning('a', {}, { ...watched, attempts: [tried({}), tried({}), tried({})] }), NOW)).toBe(
      'result',
    );
  });

  it('is gone on with when it was begun, and begun when it was only opened', () => {
    const seen = { progress: { share: '12.50', completed_at: null }, quiz };
    const running = tried({ status: 'in_progress', score: null, submitted_at: null, deadline: '2026-03-10T12:05:00Z' });
    const watched = { progress: { completed_at: '2026-03-10T08:00:00Z' }, quiz };
    expect(stepWord(aLearning('a', { state: 'in_progress' }, { quiz }), NOW)).toBe('watch');
    expect(stepWord(aLearning('a', { state: 'in_progress' }, seen), NOW)).toBe('watch_on');
    expect(stepWord(aLearning('a', { state: 'in_progress' }, watched), NOW)).toBe('quiz');
    expect(stepWord(aLearning('a', {}, { ...watched, attempts: [running] }), NOW)).toBe('quiz_on');
  });

  it('counts tries as the server does: a running one is taken, a voided one is not', () => {
    const running = tried({ status: 'in_progress', score: null, submitted_at: null, deadline: '2026-03-10T12:05:00Z' });
    expect(quizStateOf(quiz, after(running, tried({ status: 'voided' })), NOW)).toMatchObject({
      taken: 1,
      left: 2,
      best: null,
      overdue: null,
    });
    const late = tried({ status: 'in_progress', score: null, submitted_at: null, deadline: '2026-03-10T11:55:00Z' });
    expect(quizStateOf(quiz, after(late), NOW)).toMatchObject({ running: null, overdue: late });
  });

  it('counts the extra attempts of the assignment with those that the quiz allows', () => {
    const used = [tried({}), tried({}), tried({})];
    const watched = { quiz, attempts: used, progress: { completed_at: '2026-03-10T08:00:00Z' } };
    const given = aLearning('a', { extra_attempts: 1 }, watched);
    expect(quizStateOf(quiz, after(...used), NOW)).toMatchObject({ allowed: 3, left: 0 });
    expect(quizStateOf(quiz, given, NOW)).toMatchObject({ allowed: 4, left: 1 });
    expect(nextStep(given, NOW)).toBe('quiz');
  });

  it('waits for the pause between two tries', () => {
    const pausing = { pass_mark: 80, attempts_allowed: null, pause_minutes: 90 } as never;
    expect(quizStateOf(pausing, after(tried({})), NOW)).toMatchObject({
      pauseUntil: '2026-03-10T12:30:00.000Z',
      left: null,
      best: 50,
    });
    const abandoned = { status: 'abandoned', score: null, submitted_at: null, deadline: '2026-03-10T11:30:00Z' };
    expect(quizStateOf(pausing, after(tried(abandoned)), NOW)).toMatchObject({
      ...{ taken: 1, best: null, pauseUntil: '2026-03-10T13:00:00.000Z' },
    });
  });

  it('says positions as a player does', () =>
    expect([0, 252_000, 3_725_000].map(positionWords)).toEqual(['0:00', '4:12', '1:02:05']));
});

describe('my skills', () => {
  it('put the widest gap first and what nobody asked for last', () => {
    const skill = (skill_id: string, level: number, target: number | null, status = 'MET') =>
      ({ skill_id, skill_name: skill_id, level, target, status, valid_until: null }) as never;
    const target = {
      skill_id: 'b',
      skill_name: 'b',
      level: 0,
      target: 3,
      status: 'MISSING',
      gap: 3,
      suggested_training: 'B',
    } as never;
    const { gaps, met, others } = groupsOf(
      bySkill([skill('a', 2, 3), skill('c', 3, 3), skill('d', 1, null)], [target]),
    );
    expect([gaps, met, others].map((group) => group.map((line) => line.skill_id))).toEqual([['b', 'a'], ['c'], ['d']]);
    expect(gaps[0]).toMatchObject({ suggested_training: 'B' });
  });

  it('stand in the order of their names, figures in them by their value', () => {
    const line = (skill_name: string) => ({ skill_name, skill_id: skill_name, level: 1, target: null }) as SkillLine;
    const { others } = groupsOf([line('Skill 10'), line('Skill 2')]);
    expect(others.map(({ skill_name }) => skill_name)).toEqual(['Skill 2', 'Skill 10']);
  });
});
