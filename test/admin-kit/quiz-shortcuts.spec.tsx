/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AttemptSheet } from '../../src/contract/attempt.responses';
import { QuizPlay } from '../../admin/src/features/learner/quiz/quiz-play';
import type { useAttempt } from '../../admin/src/features/learner/quiz/use-attempt';
import { renderOnPage } from './render-on-page';

const question = (slot: number) => ({
  slot,
  kind: 'single',
  text: `Question ${slot}`,
  points: 1,
  options: ['Yes', 'No', 'Sometimes'].map((text, at) => ({ option_id: `${slot}-${at}`, text })),
  matches: [],
});

const sheet = {
  attempt_id: 'a1',
  title: 'Forklift: daily check',
  questions: [question(1), question(2)],
  review_policy: 'after',
} as unknown as AttemptSheet;

async function renderQuiz() {
  localStorage.clear();
  sessionStorage.clear();
  const savedAnswers: unknown[] = [];
  const attempt = {
    answers: { answers: new Map(), state: 'empty', last_saved_at: null },
    setAnswer: (slot: number, answer: unknown) => savedAnswers.push([slot, answer]),
    ending: 'no',
    isGrace: false,
    reviews: new Map(),
    clock: { now: () => 0 },
  } as unknown as ReturnType<typeof useAttempt>;
  const zone = 'Europe/Berlin';
  await renderOnPage(<QuizPlay attempt={attempt} sheet={sheet} trainingId="t1" zone={zone} />);
  return savedAnswers;
}
const heading = () => screen.getByRole('heading', { level: 2 }).textContent;

describe('the single keys of a quiz', () => {
  it('choose, move and flag until they are switched off, which is remembered', async () => {
    const savedAnswers = await renderQuiz();
    await userEvent.keyboard('2f');
    expect(savedAnswers).toEqual([[1, { option_id: ['1-1'] }]]);
    expect(screen.getByRole('button', { name: 'Remove flag' })).toBeTruthy();
    await userEvent.keyboard('{ArrowRight}');
    expect(heading()).toBe('Question 2 of 2');

    await userEvent.click(screen.getByRole('switch', { name: 'Keyboard shortcuts' }));
    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('2f{ArrowLeft}');
    expect(savedAnswers).toHaveLength(1);
    expect(heading()).toBe('Question 2 of 2');
    expect(Object.values({ ...localStorage })).toContain('off');
  });

  it('leave the arrows to a radio button that is focused', async () => {
    await renderQuiz();
    screen.getByRole('radio', { name: /Yes/ }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(heading()).toBe('Question 1 of 2');
  });
});
