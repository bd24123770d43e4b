/** @jest-environment jsdom */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '../../admin/src/api/api-error';
import { useSubmit } from '../../admin/src/components/use-submit';
import { renderOnPage } from './render-on-page';

it('a button that sends is busy until the request has ended, and shows an error until it is pressed again', async () => {
  const requests: { resolve: () => void; reject: (error: Error) => void }[] = [];
  function Save() {
    const { busy, problem, run } = useSubmit();
    const send = () => new Promise<void>((resolve, reject) => requests.push({ resolve, reject }));
    return (
      <>
        <button disabled={busy} onClick={() => void run(send)}>
          Save
        </button>
        {problem && <p role="alert">{problem}</p>}
      </>
    );
  }
  await renderOnPage(<Save />);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  await userEvent.click(save);
  expect(save.disabled).toBe(true);

  requests[0]!.reject(new ApiError(409, { code: 'unknown_here', message: 'Somebody else was faster.' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Somebody else was faster.');
  expect(save.disabled).toBe(false);

  await userEvent.click(save);
  expect(screen.queryByRole('alert')).toBeNull();
  requests[1]!.resolve();
  await waitFor(() => expect(save.disabled).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
});
