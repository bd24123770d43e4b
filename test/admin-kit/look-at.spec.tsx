/** @jest-environment jsdom */
import { Refine } from '@refinedev/core';
import { QueryClient } from '@tanstack/react-query';
import { render, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { LookAt } from '../../admin/src/app/look-at';
import { dataProvider } from '../../admin/src/api/data';
import { http } from '../../admin/src/api/http';
import { readViewing } from '../../admin/src/api/viewing';

it('a customer that platform staff look at by an address stays looked at when it is read again', async () => {
  sessionStorage.setItem('currentUser', JSON.stringify({ kind: 'platform', user_name: 'review@skilgrid.example' }));
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
        <LookAt customer_id="1001" />
      </Refine>
    </MemoryRouter>,
  );
  await waitFor(() => expect(readViewing()).toMatchObject({ customer_id: 1001 }));
  await client.invalidateQueries();
  expect(reads).toBe(2);
  expect(readViewing()).toMatchObject({ customer_id: 1001 });
});
