import { readFileSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { prepared, type Prepared } from '../support/durable';
import { until } from '../support/eventually';
import { CLIP } from '../support/plant';
import { startProcess, type ProductProcess } from '../support/process';

/** contract.md, Integrity: "SIGTERM: … no accepted request lost". sigterm.spec does it with small writes. */
describe('SIGTERM in the middle of an upload and of a streamed report', () => {
  let given: Prepared;
  let running: ProductProcess;
  beforeAll(async () => {
    given = await prepared();
  });
  afterAll(async () => {
    await running?.kill();
    await given.forget();
  });

  const call = async (method: string, path: string, body?: object) => {
    const headers = { ...given.admin, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(running.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };

  /** Sends its second half when told to. */
  const slowUpload = (training_id: string) => {
    const clip = readFileSync(CLIP);
    const half = Math.floor(clip.length / 2);
    const head = Buffer.from('--xx\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n');
    const tail = Buffer.from('\r\n--xx--\r\n');
    const sent = request(`${running.url}/api/trainings/${training_id}/video`, {
      method: 'PUT',
      headers: {
        ...given.admin,
        'content-type': 'multipart/form-data; boundary=xx',
        'content-length': head.length + clip.length + tail.length,
      },
    });
    const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
      sent.on('error', reject).on('response', (reply) => {
        let body = '';
        reply.on('data', (part: Buffer) => (body += part.toString()));
        reply.on('end', () => resolve({ status: reply.statusCode!, body }));
        reply.on('error', reject);
      });
    });
    answer.catch(() => undefined);
    sent.write(Buffer.concat([head, clip.subarray(0, half)]));
    return { finish: () => sent.end(Buffer.concat([clip.subarray(half), tail])), answer };
  };

  /** Reads the first bytes, then nothing until told to. */
  const slowReader = (path: string) => {
    let resume!: () => void;
    let begun!: () => void;
    const first = new Promise<void>((done) => (begun = done));
    const whole = new Promise<{ status: number; body: string; complete: boolean }>((resolve, reject) => {
      const asked = request(running.url + path, { headers: given.admin }, (reply) => {
        let body = '';
        reply.once('readable', () => {
          body += (reply.read(64) as Buffer | null)?.toString() ?? '';
          begun();
          resume = () => {
            reply.on('data', (part: Buffer) => (body += part.toString()));
            reply.on('end', () => resolve({ status: reply.statusCode!, body, complete: reply.complete }));
          };
        });
        reply.on('error', reject);
      });
      asked.on('error', reject).end();
    });
    return { first, whole, resume: () => resume() };
  };

  it('lets both finish: the video is kept, the report is whole', async () => {
    running = await startProcess(given.env);
    // One after the other: how many may write at once is not what is tried here.
    const made = async (count: number, make: (at: number) => Promise<unknown>) => {
      for (let at = 0; at < count; at++) await make(at);
    };
    await made(25, (at) => call('POST', '/api/skills', { skill_code: `S-${at}`, name: `Skill ${at}` }));
    const person = { first_name: 'Asha', last_name: 'Rao '.repeat(20).trim(), joined: '2020-01-01' };
    await made(100, (at) => call('POST', '/api/staff', { ...person, staff_code: `P-${at}` }));
    const { training_id } = await call('POST', '/api/trainings', { code: 'T-1', title: 'Welding' });
    const expected = await call('GET', '/Result/get_skil_matrix_report');

    const upload = slowUpload(training_id!);
    const reader = slowReader('/Result/get_skil_matrix_report');
    await reader.first;
    const folder = join(given.env['DATA_DIR']!, 'files', given.admin['oid']!, 'video');
    const arrives = () => {
      try {
        return readdirSync(folder).some((name) => name.endsWith('.part'));
      } catch {
        return false;
      }
    };
    await until(arrives, 'the first half of the video is there');

    const exit = new Promise<number | null>((done) => running.child.once('exit', done));
    running.child.kill('SIGTERM');
    // Until nobody is let in any more: what was accepted goes on.
    const isRefused = () =>
      fetch(`${running.url}/health/live`).then(
        async (answer) => {
          await answer.text();
          return false;
        },
        () => true,
      );
    await until(isRefused, 'new requests are refused');
    upload.finish();
    reader.resume();
    const { status, body } = await upload.answer;
    expect([status, (JSON.parse(body) as { video_provider: string }).video_provider]).toEqual([200, 'upload']);
    const report = await reader.whole;
    expect([report.status, report.complete]).toEqual([200, true]);
    expect(JSON.parse(report.body)).toEqual(expected);
    expect(await exit).toBe(0);

    running = await startProcess(given.env);
    expect(await call('GET', `/api/trainings/${training_id}`)).toMatchObject({ video_provider: 'upload' });
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
