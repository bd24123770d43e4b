import { existsSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { uploads } from '../../src/platform/http/slow-body';
import { Log } from '../../src/platform/logging/log';
import { startApp, type RunningApp } from '../support/app';
import { until } from '../support/eventually';
import { CLIP, openPlant } from '../support/plant';
import { swept } from '../support/sweeps';

describe('an upload that the browser gives up', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => running.close());

  it('leaves nothing behind and is no fault of ours: a line in the log, the video before it goes on', async () => {
    const plant = await openPlant(running);
    const { training_id } = await plant.training();
    expect((await plant.upload(training_id)).status).toBe(200);
    const folder = join(running.config.dataFolder, 'files', String(plant.customer_id), 'video');
    const before = readdirSync(folder);
    const faults = jest.spyOn(Log.prototype, 'fault');
    const lines = jest.spyOn(Log.prototype, 'log');

    const { port } = new URL(running.url);
    const head = ['Host: x', 'Content-Type: multipart/form-data; boundary=xx', 'Content-Length: 9000000'];
    for (const [name, value] of Object.entries(plant.admin)) head.push(`${name}: ${value}`);
    const part = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`PUT /api/trainings/${training_id}/video HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${part}`);
      socket.write(readFileSync(CLIP));
    });
    await until(() => readdirSync(folder).some((name) => name.endsWith('.part')));
    socket.destroy();
    await until(() => lines.mock.calls.some(([line]) => String(line).startsWith('Cut off by the client')));

    await until(() => !readdirSync(folder).some((name) => name.endsWith('.part')));
    expect(readdirSync(folder)).toEqual(before);
    expect(faults).not.toHaveBeenCalled();
    const row = (await plant.api.get(`/api/trainings/${training_id}`)).body;
    expect(row).toMatchObject({ video_provider: 'upload' });
  });

  it('ends by itself when nothing more comes, and its file goes with it', async () => {
    const plant = await openPlant(running);
    const { training_id } = await plant.training();
    const folder = join(running.config.dataFolder, 'files', String(plant.customer_id), 'video');
    uploads.silentMs = 200;
    const { port } = new URL(running.url);
    const head = ['Host: x', 'Content-Type: multipart/form-data; boundary=xx', 'Content-Length: 9000000'];
    for (const [name, value] of Object.entries(plant.admin)) head.push(`${name}: ${value}`);
    const part = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`PUT /api/trainings/${training_id}/video HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${part}`);
      socket.write(readFileSync(CLIP));
    });
    await new Promise((gone) => socket.on('error', () => undefined).once('close', gone));
    await until(() => existsSync(folder) && readdirSync(folder).length === 0);
    uploads.silentMs = 60_000;
  });

  it('of a process that was killed is swept, and one that goes on elsewhere is left alone', async () => {
    const folder = join(running.config.dataFolder, 'files', '7', 'video');
    mkdirSync(folder, { recursive: true });
    for (const [name, minutes] of [
      ['dead.part', 20],
      ['living.part', 1],
      ['whole.mp4', 20],
    ] as const) {
      writeFileSync(join(folder, name), name);
      const then = Date.now() / 1000 - minutes * 60;
      utimesSync(join(folder, name), then, then);
    }
    await swept(running, 'upload-parts');
    expect(readdirSync(folder).sort()).toEqual(['living.part', 'whole.mp4']);
  });
});
