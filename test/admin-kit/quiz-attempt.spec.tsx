/** @jest-environment jsdom */
import { screen, waitFor, within } from '@testing-library/react';
import type { InternalAxiosRequestConfig } from 'axios';
import { Route, Routes } from 'react-router';
import { AttemptPage } from '../../admin/src/features/learner/quiz/attempt-page';
import { Reply, renderOnPage, user, type Answers } from './render-on-page';

const ATTEMPT = '/api/attempts/a1';
const question = (slot: number) => ({
  slot,
  kind: 'single',
  text: `Question ${slot}`,
  points: 1,
  options: ['Yes', 'No'].map((text, at) => ({ option_id: `${slot}-${at}`, text })),
  matches: [],
});
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const sheet = () => ({
  attempt_id: 'a1',
  training_id: 't1',
  attempt_no: 1,
  title: 'Forklift: daily check',
  status: 'in_progress',
  now: inMinutes(0),
  started_at: inMinutes(-1),
  deadline: inMinutes(30),
  closes_at: inMinutes(35),
  at_end: 'submit',
  submitted_at: null,
  time_limit_minutes: 31,
  review_policy: 'after',
  pass_mark: 60,
  questions: [question(1), question(2)],
  answers: [],
});
const ended = () => ({ ...sheet(), status: 'submitted', result: 'passed', score: 100, correct: 2, total: 2 });

/** Renders an attempt. `sent` lists the saved answers by path and body. */
async function renderAttempt(answers: Answers) {
  localStorage.clear();
  sessionStorage.clear();
  const sent: string[] = [];
  const answer = ({ url, data }: InternalAxiosRequestConfig) => {
    sent.push(`${url!.split('/').slice(-2).join('/')} ${String(data)}`);
    return { now: inMinutes(0), saved_at: inMinutes(0), deadline: null, review: null, ...JSON.parse(String(data)) };
  };
  const page = await renderOnPage(
    <Routes>
      <Route path="/my-training/:trainingId/quiz/:attemptId" element={<AttemptPage />} />
    </Routes>,
    {
      at: '/my-training/t1/quiz/a1',
      answers: {
        '/api/me': { staff_id: 's1', staff_time_zone: 'Europe/Berlin' },
        [`PUT ${ATTEMPT}/answers/1`]: answer,
        [`PUT ${ATTEMPT}/answers/2`]: answer,
        ...answers,
      },
    },
  );
  return { ...page, sent };
}
const heading = (name: string) => screen.findByRole('heading', { name });
/** The navigator has a button for the review as well; the one below the question comes last. */
const press = (name: string) => user.click(screen.getAllByRole('button', { name }).at(-1)!);

describe('an attempt', () => {
  it('moves from question to question and saves what is answered', async () => {
    const { sent } = await renderAttempt({ [`GET ${ATTEMPT}`]: sheet() });
    await heading('Question 1 of 2');
    await user.click(screen.getByRole('radio', { name: /No/ }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toContain('answers/1');
    expect(sent[0]).toContain('"option_id":["1-1"]');

    await press('Next');
    await heading('Question 2 of 2');
    await press('Back');
    await heading('Question 1 of 2');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /No/ }).checked).toBe(true);
  });

  it('says before it is submitted which questions are open, leads back to them, and submits only when told to', async () => {
    const submitted: unknown[] = [];
    await renderAttempt({
      [`GET ${ATTEMPT}`]: sheet(),
      [`POST ${ATTEMPT}/submit`]: (config: never) => {
        submitted.push(config);
        return ended();
      },
    });
    await heading('Question 1 of 2');
    await user.click(screen.getByRole('radio', { name: /Yes/ }));
    await press('Next');
    await press('Review');
    await heading('Review your answers');
    expect(screen.getByText('1 question is not answered yet.')).toBeTruthy();
    expect(submitted).toEqual([]);

    const open = screen.getAllByRole('listitem').find((each) => within(each).queryByText('Question 2'))!;
    await user.click(within(open).getByRole('button'));
    await heading('Question 2 of 2');
    await user.click(screen.getByRole('radio', { name: /Yes/ }));
    await press('Review');
    expect(await screen.findByText('All questions are answered. Submitting ends this attempt.')).toBeTruthy();
    await press('Submit');
    await heading('You passed');
    expect(submitted).toHaveLength(1);
  });

  it('whose time is over says so, and takes no more answers', async () => {
    const { sent } = await renderAttempt({
      [`GET ${ATTEMPT}`]: { ...sheet(), deadline: inMinutes(-1), closes_at: inMinutes(5), at_end: 'grace' },
    });
    await heading('Review your answers');
    expect((await screen.findByRole('alert')).textContent).toContain('Time for answers is up.');
    await press('Back');
    await heading('Question 2 of 2');
    await user.click(screen.getByRole('radio', { name: /No/ }));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /No/ }).checked).toBe(false);
    expect(sent).toEqual([]);
  });

  it('that was not submitted in time says that it counts', async () => {
    await renderAttempt({ [`GET ${ATTEMPT}`]: { ...ended(), status: 'abandoned', result: null } });
    await heading('Not submitted in time');
    expect(screen.getByText(/It counts as used and has no result/)).toBeTruthy();
  });

  it('that cannot be read is read again', async () => {
    const answers: unknown[] = [new Reply(500, { message: 'The disk is full.' }), sheet()];
    await renderAttempt({ [`GET ${ATTEMPT}`]: () => answers.shift() });
    await user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }));
    await heading('Question 1 of 2');
  });
});
