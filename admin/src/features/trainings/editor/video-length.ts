import { findPlayProblem, lacksPicture, type PlayProblem } from '@/components/play-problem';

const PATIENCE_MS = 20_000;
/** Beyond the end of every video: a recording finds its length on the way there. */
const FAR_SECONDS = 1e9;

/** Milliseconds of the video at this address, or why it does not play in this browser. */
export function videoLength(address: string): Promise<number | PlayProblem> {
  return new Promise((answer) => {
    const video = document.createElement('video');
    const end = (result: number | PlayProblem) => {
      clearTimeout(patience);
      video.removeAttribute('src');
      video.load();
      answer(result);
    };
    const patience = setTimeout(() => end('unreachable'), PATIENCE_MS);
    const measure = () => {
      if (lacksPicture(video)) return end('format');
      if (Number.isFinite(video.duration) && video.duration > 0) return end(Math.round(video.duration * 1000));
      if (video.currentTime === 0) video.currentTime = FAR_SECONDS;
    };
    video.preload = 'metadata';
    video.addEventListener('loadedmetadata', measure);
    video.addEventListener('durationchange', measure);
    video.addEventListener('error', () => void findPlayProblem(address, video.error).then(end));
    video.src = address;
  });
}
