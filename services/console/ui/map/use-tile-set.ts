import { useCallback, useEffect, useState } from 'react';
import type { TileSet } from './types.ts';

/** Pause before the tiles are looked up again, because a map asks for many replaced tiles at a time. */
const RELOAD_PAUSE_MS = 1_000;

/** The tiles that serve now. `reload` asks again, after records were replaced. */
export function useTileSet(): {
  tiles: TileSet | null;
  isFailed: boolean;
  reload: () => void;
} {
  const [tiles, setTiles] = useState<TileSet | null>(null);
  const [isFailed, setIsFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    const ask = async () => {
      const response = await fetch('/console/tiles/current', { signal: gone.signal });
      if (!response.ok) throw new Error(`the tiles of the map: ${response.status}`);
      setTiles((await response.json()) as TileSet);
      setIsFailed(false);
    };
    const timer = setTimeout(
      () => void ask().catch(() => gone.signal.aborted || setIsFailed(true)),
      attempt === 0 ? 0 : RELOAD_PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [attempt]);
  const reload = useCallback(() => setAttempt((made) => made + 1), []);
  return { tiles, isFailed, reload };
}
