import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import { api } from './api';
import type { RunningApp } from './app';
import type { Headers } from './organisation';

type Served = Pick<RunningApp, 'url'> & Partial<RunningApp>;

/** Imports as a client does them, for one person. */
export function imports(running: Served, headers: Headers) {
  const admin = api(running, headers);
  const send = async (resource: string, content: string | Uint8Array, file_name = `${resource}.csv`) => {
    const query = new URLSearchParams({ resource, file_name });
    const answer = await fetch(`${running.url}/api/imports?${query}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: content as BodyInit,
    });
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const check = async (
    sent: { import_id: string; columns: { field: string | null }[] },
    columns?: (string | null)[],
    options: { date_order?: string; create_missing?: string[] } = {},
  ) =>
    admin.post(`/api/imports/${sent.import_id}/check`, {
      columns: columns ?? sent.columns.map(({ field }) => field),
      ...options,
    });
  const rows = async (import_id: string, outcome?: string) =>
    (await admin.get(`/api/imports/${import_id}/rows?_end=200${outcome ? `&outcome=${outcome}` : ''}`)).body as any[];
  const job = async (id: string) => (await admin.get(`/api/jobs/${id}`)).body;
  const settled = async (id: string) => {
    await running.app!.get(JobWorker, { strict: false }).settle();
    return job(id);
  };
  return {
    send,
    check,
    rows,
    job,
    settled,
    start: (import_id: string, mode = 'valid', more: { invite?: boolean } = {}) =>
      admin.post(`/api/imports/${import_id}/start`, { mode, ...more }),
    undo: async (job_id: string) => {
      expect((await admin.post(`/api/jobs/${job_id}/undo`)).status).toBe(200);
      return settled(job_id);
    },
    /** Sent, checked and looked at. */
    async checked(resource: string, content: string | Uint8Array) {
      const sent = await send(resource, content);
      expect([sent.status, sent.body]).toEqual([201, sent.body]);
      const told = await check(sent.body);
      expect([told.status, told.body]).toEqual([200, told.body]);
      return told.body;
    },
    /** All the way. */
    async done(resource: string, content: string | Uint8Array, mode = 'valid') {
      const told = await this.checked(resource, content);
      const begun = await this.start(told.import_id, mode);
      expect([begun.status, begun.body]).toEqual([202, begun.body]);
      return { ...told, job: await settled(begun.body.job_id) };
    },
  };
}
