// SPDX-License-Identifier: Apache-2.0

import CMosquitto

/// Owns one client of libmosquitto.
///
/// libmosquitto calls back only inside the functions that this class calls, on their thread. A
/// client is used by one thread at a time: by the thread that connects, then by the loop.
@safe final class BrokerClient: @unchecked Sendable {
    // Unchecked: see above; the owner hands the client from thread to thread.
    let pointer: OpaquePointer
    /// Receives the events; set before the first call that can cause one.
    var handler: ((BrokerEvent) -> Void)?
    private let options: BrokerOptions
    /// Seconds without a message after which the library asks if the broker is there: as the
    /// options say, or as the broker wants.
    private(set) var keepAlive: Int32

    private static let isReady = mosquitto_lib_init() == Int32(MOSQ_ERR_SUCCESS.rawValue)

    init(_ options: BrokerOptions) throws(BrokerFailure) {
        guard Self.isReady,
            let pointer = unsafe mosquitto_new(options.clientID, true, nil)
        else { throw BrokerFailure(kind: .other, message: "libmosquitto cannot be used") }
        unsafe self.pointer = pointer
        self.options = options
        keepAlive = options.keepAlive
        // The client outlives all calls of the library, so that it need not be retained.
        unsafe mosquitto_user_data_set(pointer, Unmanaged.passUnretained(self).toOpaque())
        try configure()
        setCallbacks()
    }

    deinit {
        unsafe mosquitto_destroy(pointer)
    }

    // MARK: Options

    private func configure() throws(BrokerFailure) {
        let version = options.isOldProtocol ? MQTT_PROTOCOL_V311 : MQTT_PROTOCOL_V5
        try check(
            unsafe mosquitto_int_option(pointer, MOSQ_OPT_PROTOCOL_VERSION, version))
        // A switch is one short message, and must not wait for a second one.
        try check(unsafe mosquitto_int_option(pointer, MOSQ_OPT_TCP_NODELAY, 1))
        if let user = options.user {
            try check(
                unsafe mosquitto_username_pw_set(pointer, user, options.password))
        }
        if let will = options.will {
            try check(
                unsafe mosquitto_will_set(
                    pointer, will.topic, Int32(clamping: will.payload.count), will.payload, 1,
                    true))
        }
        guard let tls = options.tls else { return }
        let files = [tls.authorities, tls.certificate, tls.key]
        try check(
            unsafe mosquitto_tls_set(
                pointer, files[0], files[0] == nil ? BrokerOptions.TLS.systemAuthorities : nil,
                files[1], files[2], nil),
            .configuration, " (certificate files)")
        // The broker's certificate is required, and must name the host.
        try check(unsafe mosquitto_tls_opts_set(pointer, 1, nil, nil))
        try check(unsafe mosquitto_tls_insecure_set(pointer, false))
    }

    private func check(
        _ result: Int32, _ kind: BrokerFailure.Kind = .other, _ place: String = ""
    ) throws(BrokerFailure) {
        guard result != Int32(MOSQ_ERR_SUCCESS.rawValue) else { return }
        let failure = Self.failure(result)
        throw BrokerFailure(kind: kind, message: failure.message + place)
    }

    // MARK: Calls

    /// Looks the host up and connects. Blocks until the broker's machine has answered.
    func connect() -> Int32 {
        var properties: OpaquePointer?
        if !options.isOldProtocol {
            unsafe mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), options.packetBytes)
        }
        defer { unsafe mosquitto_property_free_all(&properties) }
        return unsafe mosquitto_connect_bind_v5(
            pointer, options.host, options.port, options.keepAlive, nil, properties)
    }

    /// Publishes with QoS 1.
    /// - Returns: The number of the message; nil if the connection is over.
    func publish(_ payload: [UInt8], on topic: String, retain: Bool) -> Int32? {
        var number: Int32 = 0
        let result = unsafe mosquitto_publish(
            pointer, &number, topic, Int32(clamping: payload.count), payload, 1, retain)
        return result == Int32(MOSQ_ERR_SUCCESS.rawValue) ? number : nil
    }

    func subscribe(_ topic: String) -> Int32? {
        var number: Int32 = 0
        let result = unsafe mosquitto_subscribe(pointer, &number, topic, 1)
        return result == Int32(MOSQ_ERR_SUCCESS.rawValue) ? number : nil
    }

    // MARK: Errors

    static func failure(_ result: Int32) -> BrokerFailure {
        // The text is a constant of the library.
        let text = unsafe String(cString: mosquitto_strerror(result))
        let number = UInt32(bitPattern: result)
        let kind: BrokerFailure.Kind =
            if number == UInt32(bitPattern: MOSQ_ERR_TLS.rawValue) {
                .untrusted
            } else if number == UInt32(bitPattern: MOSQ_ERR_TLS_HANDSHAKE.rawValue) {
                .untrusted
            } else if number == UInt32(bitPattern: MOSQ_ERR_ERRNO.rawValue)
                || number == UInt32(bitPattern: MOSQ_ERR_EAI.rawValue)
                || number == UInt32(bitPattern: MOSQ_ERR_CONN_LOST.rawValue)
                || number == UInt32(bitPattern: MOSQ_ERR_KEEPALIVE.rawValue)
            {
                .unreachable
            } else {
                .other
            }
        return BrokerFailure(kind: kind, message: text)
    }

    /// The failure of a broker's answer to CONNECT, by MQTT 3.1.1 or 5.
    private static func refusal(_ code: Int32) -> BrokerFailure {
        let text = unsafe String(
            cString: code < 0x80 ? mosquitto_connack_string(code) : mosquitto_reason_string(code))
        let kind: BrokerFailure.Kind =
            switch code {
            case 1, 0x84: .protocolVersion
            case 4, 5, 0x86, 0x87, 0x8A, 0x8C: .refused
            default: .other
            }
        return BrokerFailure(kind: kind, message: text)
    }

    // MARK: Callbacks

    private static func client(_ data: UnsafeMutableRawPointer?) -> BrokerClient? {
        guard let data = unsafe data else { return nil }
        // Set by the initializer; the client is alive, since one of its calls is running.
        return unsafe Unmanaged<BrokerClient>.fromOpaque(data).takeUnretainedValue()
    }

    private func setCallbacks() {
        unsafe mosquitto_connect_v5_callback_set(pointer) { _, data, code, _, properties in
            guard let client = unsafe BrokerClient.client(data) else { return }
            var seconds: UInt16 = 0
            // The library itself keeps to it, too.
            unsafe mosquitto_property_read_int16(
                properties, Int32(MQTT_PROP_SERVER_KEEP_ALIVE.rawValue), &seconds, false)
            if seconds > 0 { client.keepAlive = Int32(seconds) }
            client.handler?(code == 0 ? .connected : .closed(BrokerClient.refusal(code)))
        }
        unsafe mosquitto_disconnect_callback_set(pointer) { _, data, code in
            let client = unsafe BrokerClient.client(data)
            client?.handler?(.closed(BrokerClient.failure(code)))
        }
        // MQTT 3.1.1 has no reasons; a broker then drops a message without a word.
        unsafe mosquitto_publish_v5_callback_set(pointer) { _, data, number, reason, _ in
            let event: BrokerEvent = reason < 0x80 ? .published(number) : .refused(number)
            unsafe BrokerClient.client(data)?.handler?(event)
        }
        unsafe mosquitto_subscribe_callback_set(pointer) { _, data, number, count, levels in
            // One topic has one level.
            let level = unsafe count > 0 ? levels?.pointee ?? 0 : 0
            let event: BrokerEvent = level < 0x80 ? .subscribed(number) : .refused(number)
            unsafe BrokerClient.client(data)?.handler?(event)
        }
        // The library keeps a message with QoS 2 until the broker releases it, and announces it
        // only then. Its log has the answer to the arrival. All subscriptions are with QoS 1, so
        // that no broker may send such a message (MQTT 3.1.1, 3.8.4-6; MQTT 5, 3.8.4-8).
        unsafe mosquitto_log_callback_set(pointer) { _, data, _, line in
            guard let client = unsafe BrokerClient.client(data), let line = unsafe line else {
                return
            }
            let receipt = "Client \(client.options.clientID) sending PUBREC "
            guard unsafe String(cString: line).utf8.starts(with: receipt.utf8) else { return }
            client.handler?(
                .closed(
                    BrokerFailure(
                        kind: .unrequested,
                        message: "the broker sent a message with QoS 2, which it may not")))
        }
        unsafe mosquitto_message_callback_set(pointer) { _, data, message in
            guard let client = unsafe BrokerClient.client(data), let message = unsafe message,
                let topic = unsafe message.pointee.topic
            else { return }
            // A message that is longer than a packet may be is cut, and refused for its length.
            // The library holds two copies of it already.
            let length = unsafe min(
                Int(max(0, message.pointee.payloadlen)), Int(client.options.packetBytes))
            // Valid until this function returns.
            let bytes = unsafe UnsafeRawBufferPointer(
                start: message.pointee.payload, count: length)
            let copy = unsafe BrokerMessage(
                untrustedTopic: String(cString: topic), untrustedPayload: Array(bytes),
                isRetained: message.pointee.retain)
            client.handler?(.message(copy))
        }
    }
}
