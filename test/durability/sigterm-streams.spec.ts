import { readFileSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { prepareOrganisation, type PreparedOrganisation } from '../support/durability';
import { waitUntil } from '../support/eventually';
import { CLIP } from '../support/plant';
import { startProcess, type ProductProcess } from '../support/product-process';

/** SIGTERM loses no accepted request; sigterm.spec tests it with small writes. */
describe('SIGTERM in the middle of an upload and of a streamed report', () => {
  let prepared: PreparedOrganisation;
  let running: ProductProcess;
  beforeAll(async () => {
    prepared = await prepareOrganisation();
  });
  afterAll(async () => {
    await running?.kill();
    await prepared.cleanUp();
  });

  const call = async (method: string, path: string, body?: object) => {
    const headers = { ...prepared.admin, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(running.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };

  /** Sends the second half on `finish`. */
  const slowUpload = (training_id: string) => {
    const clip = readFileSync(CLIP);
    const half = Math.floor(clip.length / 2);
    const head = Buffer.from('--xx\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n');
    const tail = Buffer.from('\r\n--xx--\r\n');
    const upload = request(`${running.url}/api/trainings/${training_id}/video`, {
      method: 'PUT',
      headers: {
        ...prepared.admin,
        'content-type': 'multipart/form-data; boundary=xx',
        'content-length': head.length + clip.length + tail.length,
      },
    });
    const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
      upload.on('error', reject).on('response', (reply) => {
        let body = '';
        reply.on('data', (part: Buffer) => (body += part.toString()));
        reply.on('end', () => resolve({ status: reply.statusCode!, body }));
        reply.on('error', reject);
      });
    });
    answer.catch(() => undefined);
    upload.write(Buffer.concat([head, clip.subarray(0, half)]));
    return { finish: () => upload.end(Buffer.concat([clip.subarray(half), tail])), answer };
  };

  /** Reads the first bytes, and the rest on `resume`. */
  const slowReader = (path: string) => {
    let resume!: () => void;
    let onFirstBytes!: () => void;
    const first = new Promise<void>((done) => (onFirstBytes = done));
    const completeReply = new Promise<{ status: number; body: string; complete: boolean }>((resolve, reject) => {
      const pending = request(running.url + path, { headers: prepared.admin }, (reply) => {
        let body = '';
        reply.once('readable', () => {
          body += (reply.read(64) as Buffer | null)?.toString() ?? '';
          onFirstBytes();
          resume = () => {
            reply.on('data', (part: Buffer) => (body += part.toString()));
            reply.on('end', () => resolve({ status: reply.statusCode!, body, complete: reply.complete }));
          };
        });
        reply.on('error', reject);
      });
      pending.on('error', reject).end();
    });
    return { first, completeReply, resume: () => resume() };
  };

  it('lets both finish: the video is stored, the report is complete', async () => {
    running = await startProcess(prepared.env);
    // Sequentially, because concurrent writes are not the subject here.
    const repeat = async (count: number, create: (at: number) => Promise<unknown>) => {
      for (let at = 0; at < count; at++) await create(at);
    };
    await repeat(25, (at) => call('POST', '/api/skills', { skill_code: `S-${at}`, name: `Skill ${at}` }));
    const person = { first_name: 'Asha', last_name: 'Rao '.repeat(20).trim(), joined: '2020-01-01' };
    await repeat(100, (at) => call('POST', '/api/staff', { ...person, staff_code: `P-${at}` }));
    const { training_id } = await call('POST', '/api/trainings', { code: 'T-1', title: 'Welding' });
    const expected = await call('GET', '/Result/get_skil_matrix_report');

    const upload = slowUpload(training_id!);
    const reader = slowReader('/Result/get_skil_matrix_report');
    await reader.first;
    const folder = join(prepared.env['DATA_DIR']!, 'files', prepared.admin['oid']!, 'video');
    const hasPartialFile = () => {
      try {
        return readdirSync(folder).some((name) => name.endsWith('.part'));
      } catch {
        return false;
      }
    };
    await waitUntil(hasPartialFile, 'the first half of the video is there');

    const exit = new Promise<number | null>((done) => running.child.once('exit', done));
    running.child.kill('SIGTERM');
    // Waits until new connections are refused while accepted requests continue.
    const isRefused = () =>
      fetch(`${running.url}/health/live`).then(
        async (answer) => {
          await answer.text();
          return false;
        },
        () => true,
      );
    await waitUntil(isRefused, 'new requests are refused');
    upload.finish();
    reader.resume();
    const { status, body } = await upload.answer;
    expect([status, (JSON.parse(body) as { video_provider: string }).video_provider]).toEqual([200, 'upload']);
    const report = await reader.completeReply;
    expect([report.status, report.complete]).toEqual([200, true]);
    expect(JSON.parse(report.body)).toEqual(expected);
    expect(await exit).toBe(0);

    running = await startProcess(prepared.env);
    expect(await call('GET', `/api/trainings/${training_id}`)).toMatchObject({ video_provider: 'upload' });
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
