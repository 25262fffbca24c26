import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

// Not every browser can read barcodes itself: those of iPhones can't.
prepareZXingModule({ overrides: { locateFile: () => wasm } });

const formats: ReadInputBarcodeFormat[] = [
  'EAN-13',
  'EAN-8',
  'UPC-A',
  'UPC-E',
  'Code128',
  'Code39',
  'ITF',
  'QRCode',
];
const canvas = document.createElement('canvas');
const context = canvas.getContext('2d', { willReadFrequently: true });

/** The text of a barcode in the picture of a camera, or an empty one. */
export async function readBarcode(video: HTMLVideoElement): Promise<string> {
  const { videoWidth: width, videoHeight: height } = video;
  if (!context || width === 0 || height === 0) return '';
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.drawImage(video, 0, 0);
  const [code] = await readBarcodes(context.getImageData(0, 0, width, height), {
    formats,
    maxNumberOfSymbols: 1,
  });
  return code?.text ?? '';
}
