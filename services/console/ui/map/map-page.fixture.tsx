import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type MapPoint, MarketMap } from './index.ts';

interface PageProps {
  subject: { latitude: number; longitude: number };
  points: readonly MapPoint[];
  theme: 'light' | 'dark';
  heat: boolean;
}

/** A page with the map and the list beside it, as the console has them. */
function MapPage({ subject, points, theme, heat }: PageProps) {
  const [radius, setRadius] = useState(2);
  const [selected, setSelected] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  return (
    <main className="flex h-dvh">
      <ol className="w-56 overflow-auto" aria-label="Buyers">
        {points.map(({ id, label }) => (
          <li key={id}>
            <button
              type="button"
              data-id={id}
              data-hovered={id === hovered}
              data-selected={id === selected}
              onPointerEnter={() => setHovered(id)}
              onPointerLeave={() => setHovered(null)}
              onClick={() => setSelected(id)}
            >
              {label}
            </button>
          </li>
        ))}
      </ol>
      <div className="min-w-0 flex-1">
        <MarketMap
          subject={subject}
          radiusMiles={radius}
          onRadiusChange={setRadius}
          points={points}
          selectedId={selected}
          hoveredId={hovered}
          onSelect={setSelected}
          onHover={setHovered}
          theme={theme}
          heat={heat}
        />
      </div>
      <output id="radius">{radius}</output>
    </main>
  );
}

document.addEventListener('map-shown', (event) => Object.assign(window, { shownMap: (event as CustomEvent).detail }));
const response = await fetch('/page.json');
const given = (await response.json()) as Omit<PageProps, 'theme' | 'heat'>;
const asked = new URLSearchParams(location.search);
const theme = asked.get('theme') === 'dark' ? 'dark' : 'light';
document.documentElement.dataset.theme = theme;
createRoot(document.getElementById('page') as HTMLElement).render(
  <MapPage {...given} theme={theme} heat={asked.has('heat')} />,
);
