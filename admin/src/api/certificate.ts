import { saveFile, downloadFile } from './file-download';
import { API_ROOT } from './env';

/** Downloads the certificate PDF. Throws `ApiError`. */
export async function downloadCertificate(id: string): Promise<void> {
  const { name, content } = await downloadFile(`certificates/${id}/file`, () => undefined);
  saveFile(name, content);
}

/** Address of the public verification page. The server serves it, also if the admin has another origin. */
export const verifyAddress = (code: string): string => `${API_ROOT}/verify/${code}`;
