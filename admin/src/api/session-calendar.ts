import { saveFile, downloadFile } from './file-download';

/** Downloads the session as a calendar file. Throws `ApiError`. */
export async function downloadCalendar(session_id: string): Promise<void> {
  const { name, content } = await downloadFile(`training-sessions/${session_id}/calendar`, () => undefined);
  saveFile(name, content);
}
