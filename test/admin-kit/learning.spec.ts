import {
  findEarlierCycles,
  validityOf,
  findLatestCycles,
  nextStep,
  positionText,
  quizStateOf,
  filterBySection,
  stepLabel,
  type Learning,
} from '../../admin/src/features/learner/learning';
import { buildDayPlan } from '../../admin/src/features/learner/day/day-plan';
import {
  mergeSkillsAndTargets,
  groupByTarget,
  type SkillLine,
} from '../../admin/src/features/learner/skills/own-skills';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const createLearning = (name: string, assignment: object, more: object = {}): Learning =>
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
    previousAssignments: [],
    ...more,
  }) as unknown as Learning;
const names = (learnings: Learning[]) => learnings.map((each) => each.assignment.assignment_id);
const quiz = { pass_mark: 80, attempts_allowed: 3, pause_minutes: 0 } as never;
const attemptWith = (more: object) =>
  ({
    status: 'submitted',
    result: 'failed',
    score: 50,
    deadline: null,
    submitted_at: '2026-03-10T11:00:00Z',
    ...more,
  }) as never;
const withAttempts = (...attempts: never[]) => createLearning('a', {}, { attempts });

describe('how long what was completed lasts', () => {
  const completion = (state: string, valid_until: string | null, renew_from: string | null) => ({
    state,
    valid_until,
    renew_from,
    completed_at: '2025-04-02T08:00:00Z',
  });
  const today = '2026-03-10';

  it('is said with the day from which it may be renewed, until that day has come', () => {
    const far = createLearning('far', completion('completed', '2026-06-01', '2026-05-02'));
    expect(validityOf(far, today)).toEqual({ valid_until: '2026-06-01', renew_from: '2026-05-02', isExpired: false });
    const near = createLearning('near', completion('expiring', '2026-04-02', '2026-03-03'));
    expect(validityOf(near, today)).toEqual({ valid_until: '2026-04-02', renew_from: null, isExpired: false });
  });
  it('stands beside the next cycle, of the one before', () => {
    const before = completion('expiring', '2026-03-10', '2026-02-08');
    expect(
      validityOf(createLearning('next', { due_on: '2026-03-10' }, { previousAssignments: [before] }), today),
    ).toMatchObject({
      valid_until: '2026-03-10',
      isExpired: false,
    });
    expect(validityOf(createLearning('next', {}, { previousAssignments: [before] }), '2026-03-11')?.isExpired).toBe(
      true,
    );
  });
  it('is null where it does not expire, or was never completed', () => {
    expect(validityOf(createLearning('ever', completion('completed', null, null)), today)).toBeNull();
    expect(validityOf(createLearning('new', {}), today)).toBeNull();
  });
  it('was completed, whatever has run out since', () => {
    const all = ['completed', 'expiring', 'expired'].map((state) =>
      createLearning(state, completion(state, '2026-03-01', null)),
    );
    expect(names(filterBySection(all, 'completed', today)).toSorted()).toEqual(['completed', 'expired', 'expiring']);
    expect(all.map((each) => nextStep(each, NOW))).toEqual(['open', 'open', 'open']);
  });
});

describe('the sections of my training', () => {
  const all = [
    createLearning('late', { due_on: '2026-03-01' }),
    createLearning('far', { due_on: '2026-06-01' }),
    createLearning('soon', { due_on: '2026-03-12', state: 'in_progress', started_at: '2026-03-09T08:00:00Z' }),
    createLearning('begun', { state: 'in_progress' }, { progress: { beat_at: '2026-03-10T08:00:00Z' } }),
    createLearning('done', { state: 'completed', completed_at: '2026-02-01T08:00:00Z', due_on: '2026-03-11' }),
  ];

  it('go on with what was touched last', () =>
    expect(names(filterBySection(all, 'continue', '2026-03-10'))).toEqual(['begun', 'soon']));
  it('put the overdue before the soon, and what is done nowhere near', () =>
    expect(names(filterBySection(all, 'due_soon', '2026-03-10'))).toEqual(['late', 'soon']));
  it('show all, by due day, what is done last', () =>
    expect(names(filterBySection(all, 'all', '2026-03-10'))).toEqual(['late', 'soon', 'far', 'begun', 'done']));
  it('know what is completed', () => expect(names(filterBySection(all, 'completed', '2026-03-10'))).toEqual(['done']));

  it('know the cycles before the present one that were completed, newest first', () => {
    const rows = [1, 2, 3, 4].map((cycle) => ({
      assignment_id: `c${cycle}`,
      training_id: 't',
      cycle,
      completed_at: cycle === 2 ? null : `2026-0${cycle}-01T08:00:00Z`,
    })) as never[];
    const before = findEarlierCycles(rows, rows[3]!);
    expect(before.map(({ assignment_id }) => assignment_id)).toEqual(['c3', 'c1']);
  });

  it('show the newest cycle of a training only, unless it was removed', () => {
    const rows = [1, 2, 3].map((cycle) => ({
      assignment_id: `c${cycle}`,
      training_id: 't',
      cycle,
      state: cycle === 3 ? 'removed' : 'assigned',
    }));
    expect(findLatestCycles(rows as never).map((row) => row.assignment_id)).toEqual(['c2']);
  });
});

describe("a learner's day", () => {
  const late = createLearning('late', { due_on: '2026-03-01' });
  const far = createLearning('far', { due_on: '2026-06-01' });
  const started = createLearning('begun', { state: 'in_progress' }, { progress: { beat_at: '2026-03-10T08:00:00Z' } });
  const done = createLearning('done', { state: 'completed', completed_at: '2026-02-01T08:00:00Z' });
  const unavailable = createLearning('gone', { due_on: '2026-01-01' }, { training: null });

  it('begins with what was touched last, and shows the next by their days', () => {
    const { currentTraining, upcoming, openCount } = buildDayPlan(
      [far, started, done, unavailable, late],
      '2026-03-10',
    );
    expect(currentTraining).toBe(started);
    expect(names([...upcoming])).toEqual(['late', 'far']);
    expect(openCount).toBe(3);
  });
  it('begins with what is due first where nothing is begun', () =>
    expect(buildDayPlan([far, done, late], '2026-03-10').currentTraining).toBe(late));
  it('has nothing to do where all is done or no longer there', () =>
    expect(buildDayPlan([done, unavailable], '2026-03-10')).toEqual({
      currentTraining: null,
      upcoming: [],
      openCount: 0,
    }));
});

describe('the one thing to do next', () => {
  it('is the video until it was watched, then the quiz, then its result', () => {
    const watched = { progress: { completed_at: '2026-03-10T08:00:00Z' }, quiz };
    expect(nextStep(createLearning('a', {}, { quiz }), NOW)).toBe('watch');
    expect(nextStep(createLearning('a', {}, watched), NOW)).toBe('quiz');
    expect(nextStep(createLearning('a', {}, { ...watched, attempts: [attemptWith({ result: 'passed' })] }), NOW)).toBe(
      'result',
    );
    expect(
      nextStep(
        createLearning('a', {}, { ...watched, attempts: [attemptWith({}), attemptWith({}), attemptWith({})] }),
        NOW,
      ),
    ).toBe('result');
  });

  it('is gone on with when it was begun, and begun when it was only opened', () => {
    const openedProgress = { progress: { share: '12.50', completed_at: null }, quiz };
    const runningAttempt = attemptWith({
      status: 'in_progress',
      score: null,
      submitted_at: null,
      deadline: '2026-03-10T12:05:00Z',
    });
    const watched = { progress: { completed_at: '2026-03-10T08:00:00Z' }, quiz };
    expect(stepLabel(createLearning('a', { state: 'in_progress' }, { quiz }), NOW)).toBe('watch');
    expect(stepLabel(createLearning('a', { state: 'in_progress' }, openedProgress), NOW)).toBe('watch_on');
    expect(stepLabel(createLearning('a', { state: 'in_progress' }, watched), NOW)).toBe('quiz');
    expect(stepLabel(createLearning('a', {}, { ...watched, attempts: [runningAttempt] }), NOW)).toBe('quiz_on');
  });

  it('counts tries as the server does: a running one is taken, a voided one is not', () => {
    const runningAttempt = attemptWith({
      status: 'in_progress',
      score: null,
      submitted_at: null,
      deadline: '2026-03-10T12:05:00Z',
    });
    expect(quizStateOf(quiz, withAttempts(runningAttempt, attemptWith({ status: 'voided' })), NOW)).toMatchObject({
      attemptsUsed: 1,
      attemptsLeft: 2,
      bestScore: null,
      overdueAttempt: null,
    });
    const late = attemptWith({
      status: 'in_progress',
      score: null,
      submitted_at: null,
      deadline: '2026-03-10T11:55:00Z',
    });
    expect(quizStateOf(quiz, withAttempts(late), NOW)).toMatchObject({ runningAttempt: null, overdueAttempt: late });
  });

  it('counts the extra attempts of the assignment with those that the quiz allows', () => {
    const used = [attemptWith({}), attemptWith({}), attemptWith({})];
    const watched = { quiz, attempts: used, progress: { completed_at: '2026-03-10T08:00:00Z' } };
    const withExtraAttempt = createLearning('a', { extra_attempts: 1 }, watched);
    expect(quizStateOf(quiz, withAttempts(...used), NOW)).toMatchObject({ attemptsAllowed: 3, attemptsLeft: 0 });
    expect(quizStateOf(quiz, withExtraAttempt, NOW)).toMatchObject({ attemptsAllowed: 4, attemptsLeft: 1 });
    expect(nextStep(withExtraAttempt, NOW)).toBe('quiz');
  });

  it('waits for the pause between two tries', () => {
    const pausing = { pass_mark: 80, attempts_allowed: null, pause_minutes: 90 } as never;
    expect(quizStateOf(pausing, withAttempts(attemptWith({})), NOW)).toMatchObject({
      pauseUntil: '2026-03-10T12:30:00.000Z',
      attemptsLeft: null,
      bestScore: 50,
    });
    const abandoned = { status: 'abandoned', score: null, submitted_at: null, deadline: '2026-03-10T11:30:00Z' };
    expect(quizStateOf(pausing, withAttempts(attemptWith(abandoned)), NOW)).toMatchObject({
      attemptsUsed: 1,
      bestScore: null,
      pauseUntil: '2026-03-10T13:00:00.000Z',
    });
  });

  it('says positions as a player does', () =>
    expect([0, 252_000, 3_725_000].map(positionText)).toEqual(['0:00', '4:12', '1:02:05']));
});

describe('my skills', () => {
  it('put the widest gap first and skills without a target last', () => {
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
    const { gaps, met, others } = groupByTarget(
      mergeSkillsAndTargets([skill('a', 2, 3), skill('c', 3, 3), skill('d', 1, null)], [target]),
    );
    expect([gaps, met, others].map((group) => group.map((line) => line.skill_id))).toEqual([['b', 'a'], ['c'], ['d']]);
    expect(gaps[0]).toMatchObject({ suggested_training: 'B' });
  });

  it('stand in the order of their names, figures in them by their value', () => {
    const line = (skill_name: string) => ({ skill_name, skill_id: skill_name, level: 1, target: null }) as SkillLine;
    const { others } = groupByTarget([line('Skill 10'), line('Skill 2')]);
    expect(others.map(({ skill_name }) => skill_name)).toEqual(['Skill 2', 'Skill 10']);
  });
});
