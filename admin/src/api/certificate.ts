import type { CertificateRow } from '@contract/certificates.resource';
import { keepFile, readFile } from './file';
import { http } from './http';
import { API_ROOT } from './roots';

/** The document, drawn by the server and kept by the browser. Throws `ApiError` */
export async function downloadCertificate(id: string): Promise<void> {
  const { name, content } = await readFile(`certificates/${id}/file`, () => undefined);
  keepFile(name, content);
}

/** The page on which anybody sees whether it holds: the server's own, wherever the admin is served from. */
export const verifyAddress = (code: string): string => `${API_ROOT}/verify/${code}`;

/** Of that cycle; null: there is none, or not yet. */
export async function certificateOf(assignment_id: string): Promise<CertificateRow | null> {
  const { data } = await http.get<CertificateRow[]>('/api/certificates', { params: { assignment_id } });
  return data[0] ?? null;
}
