import { existsSync, mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { uploadLimits } from '../../src/infrastructure/http/body-timeouts';
import { AppLogger } from '../../src/infrastructure/logging/app-logger';
import { startApp, type RunningApp } from '../support/app';
import { waitUntil } from '../support/eventually';
import { CLIP, openPlant } from '../support/plant';
import { runScheduledJob } from '../support/scheduled-jobs';

describe('an upload that the browser gives up', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => running.close());

  it('leaves no file, logs one line and no fault, and keeps the previous video', async () => {
    const plant = await openPlant(running);
    const { training_id } = await plant.createTraining();
    expect((await plant.uploadVideo(training_id)).status).toBe(200);
    const folder = join(running.config.dataFolder, 'files', String(plant.customer_id), 'video');
    const filesBefore = readdirSync(folder);
    const faultSpy = jest.spyOn(AppLogger.prototype, 'fault');
    const lines = jest.spyOn(AppLogger.prototype, 'log');

    const { port } = new URL(running.url);
    const requestHead = ['Host: x', 'Content-Type: multipart/form-data; boundary=xx', 'Content-Length: 9000000'];
    for (const [name, value] of Object.entries(plant.admin)) requestHead.push(`${name}: ${value}`);
    const partHead = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `PUT /api/trainings/${training_id}/video HTTP/1.1\r\n${requestHead.join('\r\n')}\r\n\r\n${partHead}`,
      );
      socket.write(readFileSync(CLIP));
    });
    await waitUntil(() => readdirSync(folder).some((name) => name.endsWith('.part')));
    socket.destroy();
    await waitUntil(() => lines.mock.calls.some(([line]) => String(line).startsWith('Cut off by the client')));

    await waitUntil(() => !readdirSync(folder).some((name) => name.endsWith('.part')));
    expect(readdirSync(folder)).toEqual(filesBefore);
    expect(faultSpy).not.toHaveBeenCalled();
    const row = (await plant.api.get(`/api/trainings/${training_id}`)).body;
    expect(row).toMatchObject({ video_provider: 'upload' });
  });

  it('times out when no data arrives, and its file is deleted', async () => {
    const plant = await openPlant(running);
    const { training_id } = await plant.createTraining();
    const folder = join(running.config.dataFolder, 'files', String(plant.customer_id), 'video');
    uploadLimits.silenceMs = 200;
    const { port } = new URL(running.url);
    const requestHead = ['Host: x', 'Content-Type: multipart/form-data; boundary=xx', 'Content-Length: 9000000'];
    for (const [name, value] of Object.entries(plant.admin)) requestHead.push(`${name}: ${value}`);
    const partHead = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `PUT /api/trainings/${training_id}/video HTTP/1.1\r\n${requestHead.join('\r\n')}\r\n\r\n${partHead}`,
      );
      socket.write(readFileSync(CLIP));
    });
    await new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
    await waitUntil(() => existsSync(folder) && readdirSync(folder).length === 0);
    uploadLimits.silenceMs = 60_000;
  });

  it('is deleted after a process was killed, unless it continues in another process', async () => {
    const folder = join(running.config.dataFolder, 'files', '7', 'video');
    mkdirSync(folder, { recursive: true });
    for (const [name, minutes] of [
      ['dead.part', 20],
      ['living.part', 1],
      ['whole.mp4', 20],
    ] as const) {
      writeFileSync(join(folder, name), name);
      const modifiedAt = Date.now() / 1000 - minutes * 60;
      utimesSync(join(folder, name), modifiedAt, modifiedAt);
    }
    await runScheduledJob(running, 'upload-parts');
    expect(readdirSync(folder).sort()).toEqual(['living.part', 'whole.mp4']);
  });
});
