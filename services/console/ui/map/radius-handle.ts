import type { GeoJSON } from 'geojson';
import type { Map as GlMap, Marker } from 'maplibre-gl';
import { circleRing, milesBetween, type Point, pointAt } from './circle.ts';
import { MAX_RADIUS_MILES, MIN_RADIUS_MILES, radiusAfterKey, radiusText, snapRadius } from './radius.ts';

/** Degrees clockwise from north at which the handle sits on the ring. */
const HANDLE_BEARING = 90;
/** Pause after the last key before the new radius counts, so that holding a key asks once. */
const KEY_PAUSE_MS = 400;

export interface RadiusHandle {
  set(subject: Point | null, miles: number): void;
  remove(): void;
}

/**
 * The ring around the subject and its handle: a slider for mouse, touch and keys.
 * @param onChange called with the radius where a drag or a row of keys ends; without it the ring is fixed
 */
export function createRadiusHandle(
  map: GlMap,
  createMarker: (element: HTMLElement) => Marker,
  onChange: (miles: number) => void,
  isFixed: boolean,
): RadiusHandle {
  let subject: Point | null = null;
  let miles = 0;
  let isDragging = false;
  let isOnMap = false;
  let keyTimer: ReturnType<typeof setTimeout> | undefined;
  const button = document.createElement('button');
  const text = document.createElement('span');
  const marker = createMarker(button);
  setUpButton(button, text);

  const draw = () => {
    const source = map.getSource('ring') as { setData(data: GeoJSON): void } | undefined;
    source?.setData(
      subject === null
        ? { type: 'FeatureCollection', features: [] }
        : { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [circleRing(subject, miles)] } },
    );
    if (subject === null || isFixed) {
      marker.remove();
      isOnMap = false;
      return;
    }
    const { latitude, longitude } = pointAt(subject, miles, HANDLE_BEARING);
    marker.setLngLat([longitude, latitude]);
    // Adding it again would take it off the page first, which ends a drag.
    if (!isOnMap) marker.addTo(map);
    isOnMap = true;
    text.textContent = radiusText(miles);
    button.setAttribute('aria-valuenow', String(miles));
    button.setAttribute('aria-valuetext', radiusText(miles));
  };
  const moveTo = (next: number) => {
    if (next === miles) return;
    miles = next;
    draw();
  };

  button.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    button.focus();
    button.setPointerCapture(event.pointerId);
    isDragging = true;
  });
  button.addEventListener('pointermove', ({ clientX, clientY }) => {
    if (!isDragging || subject === null) return;
    const { left, top } = map.getCanvas().getBoundingClientRect();
    const { lat, lng } = map.unproject([clientX - left, clientY - top]);
    moveTo(snapRadius(milesBetween(subject, { latitude: lat, longitude: lng })));
  });
  const endDrag = () => {
    if (!isDragging) return;
    isDragging = false;
    onChange(miles);
  };
  button.addEventListener('pointerup', endDrag);
  button.addEventListener('lostpointercapture', endDrag);
  button.addEventListener('keydown', (event) => {
    const next = radiusAfterKey(miles, event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(next);
    clearTimeout(keyTimer);
    keyTimer = setTimeout(() => onChange(miles), KEY_PAUSE_MS);
  });

  return {
    set(next, nextMiles) {
      if (isDragging) return;
      subject = next;
      miles = nextMiles;
      draw();
    },
    remove() {
      clearTimeout(keyTimer);
      marker.remove();
    },
  };
}

function setUpButton(button: HTMLButtonElement, text: HTMLSpanElement): void {
  button.type = 'button';
  button.className = 'plat-handle';
  button.setAttribute('role', 'slider');
  button.setAttribute('aria-label', 'Radius of the search');
  button.setAttribute('aria-valuemin', String(MIN_RADIUS_MILES));
  button.setAttribute('aria-valuemax', String(MAX_RADIUS_MILES));
  text.className = 'plat-handle-text';
  text.setAttribute('aria-hidden', 'true');
  button.append(text);
}
