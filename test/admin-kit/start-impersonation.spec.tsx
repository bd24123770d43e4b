/** @jest-environment jsdom */
import { Refine } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { StartImpersonation } from '../../admin/src/app/start-impersonation';
import { dataProvider } from '../../admin/src/api/data-provider';
import { http } from '../../admin/src/api/http';
import { readImpersonation } from '../../admin/src/api/impersonation';

it('impersonation that was started by an address continues when the customer is read again', async () => {
  sessionStorage.setItem('currentUser', JSON.stringify({ kind: 'platform', user_name: 'review@skilgrid.example' }));
  localStorage.setItem('Auth_Token', 'a-token');
  let reads = 0;
  http.defaults.adapter = async (config) => {
    reads++;
    const data = { customer_id: 1001, customer_name: 'Nordwerk' };
    return { data, status: 200, statusText: 'OK', headers: {}, config };
  };
  const client = new QueryClient();
  render(
    <MemoryRouter initialEntries={['/quiz-report?customer_id=1001']}>
      <Refine dataProvider={dataProvider} options={{ disableTelemetry: true, reactQuery: { clientConfig: client } }}>
        <StartImpersonation customer_id="1001" />
      </Refine>
    </MemoryRouter>,
  );
  await waitFor(() => expect(readImpersonation()).toMatchObject({ customer_id: 1001 }));
  await client.invalidateQueries();
  expect(reads).toBe(2);
  expect(readImpersonation()).toMatchObject({ customer_id: 1001 });
});
