/** @jest-environment jsdom */
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { supportMessages } from '../../src/contract/support-messages.resource';
import { TeamCard } from '../../admin/src/features/learner/team/team-card';
import { RecoveryCodes } from '../../admin/src/features/account/second-factor/recovery-codes';
import { AnsweredCell } from '../../admin/src/features/support-messages/answered.cell';
import { TrainingActions } from '../../admin/src/features/trainings/editor/training-actions';
import { renderOnPage } from './render-on-page';

beforeEach(() =>
  sessionStorage.setItem('currentUser', JSON.stringify({ kind: 'customer', role: 0, user_name: 'asha' })),
);

it('“Assign” on a training brings the training along', async () => {
  const page = await renderOnPage(
    <TrainingActions
      module={{} as never}
      row={{ id: 't1', title: 'Forklift', status: 'published' } as never}
      publishState={{ running: false } as never}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Assign Training' }));
  expect(page.address()).toBe('/assign-training?training_id=t1');
});

it('the days of “Expiring” on a manager’s home are those of the report', async () => {
  const report = {
    rows: [],
    totals: { expiring: 0 },
    definition: { facts: { warn_days: 45 } },
  };
  await renderOnPage(<TeamCard zone="Europe/Berlin" />, { answers: { '/api/reports/expiring-skills': report } });
  expect(await screen.findByRole('heading', { name: 'Expiring within 45 days' })).toBeTruthy();
  expect(await screen.findByText('No qualification lapses within 45 days.')).toBeTruthy();
});

it('when a message was answered is shown in the time zone of the account', async () => {
  const value = '2026-03-10T22:30:00.000Z';
  await renderOnPage(
    <AnsweredCell
      definition={supportMessages}
      name="answered_at"
      field={supportMessages.fields.answered_at}
      value={value}
      row={{ id: 'm1' }}
    />,
    { answers: { '/api/me': { time_zone: 'Asia/Kolkata' } } },
  );
  expect((await screen.findByText('Mar 11, 2026, 04:00')).getAttribute('datetime')).toBe(value);
});

it('a file of recovery codes can still be read when the browser comes to it', async () => {
  const revoked: string[] = [];
  Object.assign(URL, { createObjectURL: () => 'blob:codes', revokeObjectURL: (url: string) => revoked.push(url) });
  await renderOnPage(<RecoveryCodes codes={['AAAA-BBBB']} onDone={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(revoked).toEqual([]);
});
