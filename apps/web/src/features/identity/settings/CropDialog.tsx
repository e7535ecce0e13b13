/**
 * Lets the user select the visible part of a picture. The browser uploads the original together with the selected
 * coordinates, and the server crops it.
 */
import 'react-easy-crop/react-easy-crop.css';
import { Button, Group, Modal, SegmentedControl, Slider, Stack, Text } from '@mantine/core';
import type { PictureCrop } from '@marquee/validation';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import { Callout } from '../../../ui/Callout.tsx';
import classes from './CropDialog.module.css';
import type { ChosenPicture } from '../../../lib/pictureFile.ts';

const MAX_ZOOM = 4;
/**
 * Crop shapes and their aspect ratios (width ÷ height). With the blank shape, the crop has the picture's own ratio.
 */
const CROP_SHAPES = { '': undefined, Square: 1, Portrait: 4 / 5, Landscape: 16 / 9 } as const;
type CropShape = keyof typeof CROP_SHAPES;

interface CropDialogProps {
  chosen: ChosenPicture;
  /** Portraits are cropped to a circle, portfolio pictures to one of several shapes. */
  kind: 'portrait' | 'portfolio';
  title: string;
  submitLabel: string;
  isSaving: boolean;
  /** Receives undefined if the user keeps the whole picture. */
  onSave: (crop: PictureCrop | undefined) => void;
  onClose: () => void;
}

export function CropDialog(props: CropDialogProps) {
  const { chosen, kind, title, submitLabel, isSaving, onSave, onClose } = props;
  const { url } = chosen;
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [shape, setShape] = useState<CropShape>(kind === 'portrait' ? 'Square' : '');
  const [crop, setCrop] = useState<PictureCrop>();
  const [isUnreadable, setUnreadable] = useState(false);
  const zoomId = useId();
  const isWhole = shape === '';

  return (
    <Modal opened onClose={() => !isSaving && onClose()} title={title} size="lg">
      <Stack gap="md">
        {isUnreadable ? (
          <Callout tone="error">Your browser cannot show this file. Choose a JPEG, PNG, WebP, AVIF or GIF.</Callout>
        ) : (
          <>
            {kind === 'portfolio' && (
              <SegmentedControl
                aria-label="Shape"
                fullWidth
                value={shape}
                onChange={(value) => setShape(value as CropShape)}
                data={Object.keys(CROP_SHAPES).map((value) => ({
                  value,
                  label: value === '' ? 'Whole picture' : value,
                }))}
              />
            )}
            <div className={classes.stage}>
              {isWhole ? (
                <img src={url} alt="" className={classes.whole} onError={() => setUnreadable(true)} />
              ) : (
                <Cropper
                  image={url}
                  crop={position}
                  zoom={zoom}
                  maxZoom={MAX_ZOOM}
                  aspect={CROP_SHAPES[shape] ?? 1}
                  cropShape={kind === 'portrait' ? 'round' : 'rect'}
                  showGrid={false}
                  disableAutomaticStylesInjection
                  onCropChange={setPosition}
                  onZoomChange={setZoom}
                  onCropComplete={setCrop}
                  mediaProps={{ onError: () => setUnreadable(true), alt: '' }}
                  cropperProps={{
                    'aria-label': 'Visible part: move the picture with the arrow keys',
                    role: 'application',
                  }}
                />
              )}
            </div>
            {!isWhole && (
              <div>
                <Text size="sm" fw={600} id={zoomId} mb={4}>
                  Zoom
                </Text>
                <Slider
                  min={1}
                  max={MAX_ZOOM}
                  step={0.05}
                  value={zoom}
                  onChange={setZoom}
                  label={(value) => `${Math.round(value * 100)}%`}
                  thumbProps={{ 'aria-labelledby': zoomId }}
                />
                <Text size="sm" c="dimmed" mt={8}>
                  Drag the picture, or select it and use the arrow keys.
                </Text>
              </div>
            )}
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          {!isUnreadable && (
            <Button
              loading={isSaving}
              disabled={!isWhole && crop === undefined}
              onClick={() => onSave(isWhole ? undefined : crop)}
            >
              {submitLabel}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
