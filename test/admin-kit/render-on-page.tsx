import { join } from 'node:path';
import { StyleProvider } from '@ant-design/cssinjs';
import { Refine, type OpenNotificationParams } from '@refinedev/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, configure, render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { AxiosError, type InternalAxiosRequestConfig } from 'axios';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { gatherTexts, nest } from '../../scripts/collect-texts.mjs';
import { accessControl } from '../../admin/src/app/providers/access';
import { dataProvider } from '../../admin/src/api/data-provider';
import { http } from '../../admin/src/api/http';
import { CrudProvider } from '../../admin/src/crud/crud-context';
import type { ResourceModule } from '../../admin/src/crud/resource-module';

// jsdom is slow where a page has many controls and the machine much to do.
configure({ asyncUtilTimeout: 15_000 });
/** For pages of many controls: does not compute before each click whether the pointer reaches it. */
export const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });

/** An answer that is no plain 200: a refusal, or rows with their count. */
export class Reply {
  constructor(
    readonly status: number,
    readonly data: object = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** Responses of the server by path, or by method and path (`PATCH /api/me`). Other requests fail. */
export type Answers = Readonly<Record<string, unknown>>;

/** The response for a request. An answer may be a function of the request. */
async function answer(answers: Answers, config: InternalAxiosRequestConfig) {
  const path = config.url!.split('?')[0]!;
  const key = [`${config.method!.toUpperCase()} ${path}`, path].find((each) => each in answers);
  if (!key) throw new Error(`${config.method} ${config.url} has no answer`);
  const entry = answers[key];
  const reply: unknown = typeof entry === 'function' ? await entry(config) : entry;
  const { data, status, headers } = reply instanceof Reply ? reply : { data: reply, status: 200, headers: {} };
  const response = { data, status, statusText: '', headers, config };
  if (status >= 400) throw new AxiosError('refused', undefined, config, null, response);
  return response;
}

/** Signs a user in; an admin by default. */
export function signIn(user: object = { kind: 'customer', role: 0, user_name: 'asha' }): void {
  sessionStorage.setItem('currentUser', JSON.stringify(user));
}

/**
 * Renders a component as on a page of the admin, with its English texts.
 * @returns testing-library's result, the address, and the toasts
 */
export async function renderOnPage(
  component: ReactNode,
  {
    at = '/',
    answers = {} as Answers,
    modules = [] as readonly ResourceModule[],
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  } = {},
) {
  localStorage.setItem('Auth_Token', 'a-token');
  const { texts } = gatherTexts(join(__dirname, '../../admin/src/locales'));
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { translation: nest(texts.en!) } },
    interpolation: { escapeValue: false },
  });
  http.defaults.adapter = (config) => answer(answers, config);
  const toasts: OpenNotificationParams[] = [];
  const page = (
    <QueryClientProvider client={client}>
      <Refine
        dataProvider={dataProvider}
        accessControlProvider={accessControl(modules.map(({ definition }) => definition))}
        notificationProvider={{ open: (toast) => toasts.push(toast), close: () => undefined }}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: client } }}
      >
        {/* antd's styles stay out of the document: with them jsdom takes seconds to find a button. */}
        <StyleProvider container={document.createElement('div')}>
          <CrudProvider modules={modules}>{component}</CrudProvider>
        </StyleProvider>
      </Refine>
    </QueryClientProvider>
  );
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [at] });
  const result = render(<RouterProvider router={router} />);
  await act(async () => undefined);
  const address = () => router.state.location.pathname + router.state.location.search;
  return { ...result, client, address, toasts };
}
