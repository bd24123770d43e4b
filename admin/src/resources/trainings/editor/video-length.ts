const PATIENCE_MS = 20_000;

/** Milliseconds of the video at this address, or null where this browser cannot play it. */
export function videoLength(address: string): Promise<number | null> {
  return new Promise((answer) => {
    const video = document.createElement('video');
    const end = (length: number | null) => {
      clearTimeout(patience);
      video.removeAttribute('src');
      video.load();
      answer(length);
    };
    const patience = setTimeout(() => end(null), PATIENCE_MS);
    video.preload = 'metadata';
    video.addEventListener('loadedmetadata', () =>
      end(Number.isFinite(video.duration) && video.duration > 0 ? Math.round(video.duration * 1000) : null),
    );
    video.addEventListener('error', () => end(null));
    video.src = address;
  });
}
