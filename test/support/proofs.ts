import type { RunningApp } from './app';
import type { Headers } from './organisation';
import { png } from './png-image';

export const PDF = Buffer.from('%PDF-1.7\nA licence to drive forklifts.');
export const PHOTO = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('a photo of the licence')]);
export const SCAN = png(8);

/** Uploads a file as proof of an evidence record, as the form does. */
export async function uploadProof(
  running: RunningApp,
  headers: Headers,
  evidence_id: string,
  file: Buffer,
  name = 'x.pdf',
) {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(file)]), name);
  const path = `${running.url}/api/skill-evidence/${evidence_id}/proofs`;
  const response = await fetch(path, { method: 'POST', headers, body });
  return { status: response.status, body: (await response.json()) as any };
}
