import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { api } from './api';
import type { RunningApp } from './app';
import type { Headers } from './organisation';

type ServerAddress = Pick<RunningApp, 'url'> & Partial<RunningApp>;

/** An import client for one account. */
export function importClient(running: ServerAddress, headers: Headers) {
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
    upload: { import_id: string; columns: { field: string | null }[] },
    columns?: (string | null)[],
    options: { date_order?: string; create_missing?: string[] } = {},
  ) =>
    admin.post(`/api/imports/${upload.import_id}/check`, {
      columns: columns ?? upload.columns.map(({ field }) => field),
      ...options,
    });
  const rows = async (import_id: string, outcome?: string) =>
    (await admin.get(`/api/imports/${import_id}/rows?_end=200${outcome ? `&outcome=${outcome}` : ''}`)).body as any[];
  const job = async (id: string) => (await admin.get(`/api/jobs/${id}`)).body;
  const waitForJob = async (id: string) => {
    await running.app!.get(JobWorker, { strict: false }).drain();
    return job(id);
  };
  return {
    send,
    check,
    rows,
    job,
    waitForJob,
    start: (import_id: string, mode = 'valid', more: { invite?: boolean } = {}) =>
      admin.post(`/api/imports/${import_id}/start`, { mode, ...more }),
    undo: async (job_id: string) => {
      expect((await admin.post(`/api/jobs/${job_id}/undo`)).status).toBe(200);
      return waitForJob(job_id);
    },
    /** Uploads and checks a file; returns the check report. */
    async sendAndCheck(resource: string, content: string | Uint8Array) {
      const upload = await send(resource, content);
      expect([upload.status, upload.body]).toEqual([201, upload.body]);
      const checkReply = await check(upload.body);
      expect([checkReply.status, checkReply.body]).toEqual([200, checkReply.body]);
      return checkReply.body;
    },
    /** Uploads, checks and runs an import, and waits for its job. */
    async sendAndRun(resource: string, content: string | Uint8Array, mode = 'valid') {
      const checkReply = await this.sendAndCheck(resource, content);
      const startReply = await this.start(checkReply.import_id, mode);
      expect([startReply.status, startReply.body]).toEqual([202, startReply.body]);
      return { ...checkReply, job: await waitForJob(startReply.body.job_id) };
    },
  };
}
